"""The shifted input: teacher forcing beside free running, and the effect of one wrong word."""

import streamlit as st

from model.measures.surprisal import kl_divergence, surprisal
from model.training.batches import collate
from model.transformer import Transformer
from pages.decoder.shifted_input import figures, passes, remarks
from pages.decoder.shifted_input.choices import choose_reference, make_wrong_word_handler
from pages.decoder.shifted_input.views.shifted import show_shifted_input
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session, without_changes
from ui.views.plot import make_point_callback, show_figure
from ui.words import format_integer

NAME = "shifted_input"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.removes_causal_mask, retranslate=True
)
tokenizer = session.glass().tokenizer
controls.reset_on_new_sentence(reading, "reference", "put", "put_at", "step")
picture, fact = st.container(), st.container()
typed = choose_reference(reading)
with st.spinner(_("Letting the model translate by itself ...")):
    true, own = passes.run_reference(reading, typed), passes.run_freely(reading)
parts, length = passes.find_first_difference(true, own), len(true.target_tokens)
tokens = [token.text for token in true.target_tokens]
tried = passes.compute_wrong_word_effects(reading, true)
mistaken, mistake = passes.find_most_disruptive_mistake(tried)
put_at = controls.integer_choice("put_at", length, mistaken, minimum=0, default_varies=True)
other = passes.run_with_replaced_token(
    reading, true, put_at - 1, controls.text_choice("put", mistake)
)
if true.truncated:
    st.text(_("This reference is longer than the model can read, so its end is left out."))
with st.spinner(_("Letting the model translate by itself ...")):
    alone = passes.continue_after_replaced_token(reading, true, other)
shown = alone.run if alone else own
longest, first = max(length, len(shown.target_tokens)), put_at or (parts or 0) + 1
step = controls.integer_choice("step", longest, first, default_varies=True)
with picture:
    show_shifted_input(true, shown, other, step - 1, tokenizer)
moved = kl_divergence(true.logits, other.logits).tolist() if other else None
page_facts.publish_facts(step=step, replaced=other and other.step, bits=moved)
with fact:
    explain.show_sentence_fact(remarks.describe_takeaway(true, own, other, parts, alone))
if length > 1:
    explain.defer_sentence_fact(remarks.describe_recovery(tried))

nats = surprisal(true.logits, true.ids)
if explain.show_section(NAME, "Errors feed back"):
    rows, apart = passes.compute_reference_probabilities(reading, true, own, other)
    st.markdown(remarks.describe_error_feedback(rows, apart))
    show_figure(
        figures.plot_error_feedback(rows, tokens, apart),
        key="feedback",
        label=_(
            "Probability of the reference's words, after reading the reference and after "
            "reading the model's own words"
        ),
    )

if explain.show_section(NAME, "What the reference costs"):
    changed = surprisal(other.logits, true.ids) if other else None
    st.markdown(remarks.describe_loss(nats, changed))
    show_figure(
        figures.plot_token_losses(nats, changed, tokens, step - 1),
        key="costs",
        label=_("Loss of each token of the reference"),
        on_click=make_point_callback("step"),
    )
    explain.show_formula(
        r"\mathrm{loss} = -\frac{1}{T} \sum_{t=1}^{T} \ln p(y_t \mid y_1, \ldots, y_{t-1}, x)",
        remarks.mean_loss_latex(nats),
    )
    explain.show_page_link("next_token", _("A softer target than the reference: Next token →"))

if length > 1 and explain.show_section(NAME, "One wrong word at every position"):
    st.markdown(remarks.describe_replacement_effects(tried, length))
    show_figure(
        figures.plot_replacement_effects(
            tried.bits,
            tried.input_tokens,
            tried.replacements,
            tokens[: len(tried.input_tokens) + 1],
        ),
        key="influence",
        label=_("How far each prediction moves when one of the input tokens is wrong"),
        on_click=make_wrong_word_handler(tried.replacements),
    )

n, m, vocab = length, len(reading.source), len(tokenizer)
explain.show_code_and_shapes(
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
        "logits": f"{n} × {format_integer(vocab)}",
    },
    callee=collate,
)
