"""The shifted input: teacher forcing beside free running, and the effect of one wrong word."""

import streamlit as st

from model.measures.surprisal import divergence, surprisal
from model.training.batches import collate
from model.transformer import Transformer
from pages.decoder.shifted_input import figures, passes, remarks
from pages.decoder.shifted_input.choices import reference_field, wrong_word
from pages.decoder.shifted_input.views.shifted import shifted
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session, without_changes
from ui.views.plot import plot, point_chooser
from ui.words import whole

NAME = "shifted_input"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_mask, anew=True)
tokenizer = session.glass().tokenizer
controls.forget_for_another(reading, "reference", "put", "put_at")
typed = reference_field(reading)
with st.spinner(_("Letting the model translate by itself ...")):
    true, own = passes.reference(reading, typed), passes.free(reading)
parts, tokens = passes.parting(true, own), [token.text for token in true.said]
step = controls.number("step", max(len(true.said), len(own.said)), (parts or 0) + 1) - 1
mistaken, mistake = passes.likely_mistake(reading, true)
put_at = controls.number("put_at", len(true.said), default=mistaken, least=0, computed=True)
other = passes.put_in(reading, true, put_at - 1, controls.text_of_view("put", mistake))
if true.truncated:
    st.text(_("This reference is longer than the model can read, so its end is left out."))
shifted(true, own, other, step, tokenizer)
moved = divergence(true.logits, other.logits).tolist() if other else None
page_facts.tell(step=step + 1, replaced=other and other.place, bits=moved)
explain.in_your_sentence(remarks.look_for(true, own, other, parts))

nats = surprisal(true.logits, true.ids)
if explain.section(NAME, "Errors feed back"):
    rows, apart = passes.after(reading, true, own, other)
    st.markdown(remarks.feedback(rows, apart))
    plot(
        figures.feedback(rows, tokens, apart),
        key="feedback",
        label=_(
            "Probability of the reference's words, after reading the reference and after "
            "reading the model's own words"
        ),
    )

if explain.section(NAME, "What the reference costs"):
    changed = surprisal(other.logits, true.ids) if other else None
    st.markdown(remarks.loss(nats, changed))
    plot(
        figures.costs(nats, changed, tokens, step),
        key="costs",
        label=_("Loss of each token of the reference"),
        on_click=point_chooser("step"),
    )
    explain.formula(
        r"\mathrm{loss} = -\frac{1}{T} \sum_{t=1}^{T} \ln p(y_t \mid y_1, \ldots, y_{t-1}, x)",
        remarks.numbers(nats),
    )
    explain.link_to("next_token", _("A softer target than the reference: Next token →"))

if len(true.said) > 1 and explain.section(NAME, "One wrong word at every position"):
    with st.spinner(_("Trying wrong words ...")):
        tried = passes.wrong_words(reading, true)
    st.markdown(remarks.influence(tried, len(true.said)))
    plot(
        figures.influence(tried.bits, tried.reads, tried.instead, tokens[: len(tried.reads) + 1]),
        key="influence",
        label=_("How far each prediction moves when one of the tokens read is wrong"),
        on_click=wrong_word(tried.instead),
    )

n, m, vocab = len(true.said), len(reading.source), len(tokenizer)
explain.code_and_shapes(
    Transformer.forward,
    {
        "source": ngettext(
            "{count} id, the end token last", "{count} ids, the end token last", m
        ).format(count=m),
        "target": ngettext(
            "{count} id, the start token first", "{count} ids, the start token first", n
        ).format(count=n),
        _("right tokens"): ngettext(
            "{count} id, the same one step ahead, the end token last",
            "{count} ids, the same one step ahead, the end token last",
            n,
        ).format(count=n),
        "logits": f"{n} × {whole(vocab)}",
    },
    also=collate,
)
