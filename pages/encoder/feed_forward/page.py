"""The feed-forward network: hidden units, what activates them, and that positions don't mix."""

import streamlit as st

from model.layers import FeedForward
from model.measures.parameters import count_parameters
from model.measures.top_activations import top_tokens
from model.parts import typed_submodule
from pages.encoder.feed_forward import compute, figures, remarks
from pages.encoder.feed_forward.views.feed_forward import show_feed_forward
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, units
from ui.readings.reading import target_tokens
from ui.readings.token_input import parse_first_token
from ui.views.plot import show_figure

NAME = "feed_forward"

explain.show_opening(NAME)
reading = controls.current_reading()
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    stacks = {"encoder": _("Encoder"), "decoder": _("Decoder")}
    stack = controls.choose_option("stack", _("Stack"), stacks, "encoder")
    layer = controls.choose_layer(stack)
tokens = reading.axes(stack)[0]
picture = st.container()
word = controls.choose_token(tokens, attention=stack)

path = f"{stack}.layers.{layer}"
module = typed_submodule(model, f"{path}.feed_forward", FeedForward)
before, after = (f"{path}.add_and_norm_{i}" for i in ((1, 2) if stack == "encoder" else (2, 3)))
x, output = reading.trace[f"{before}.output"][0], reading.trace[f"{after}.sublayer"][0]
hidden = reading.trace[f"{path}.feed_forward.hidden"][0]
d_ff, d_model = hidden.shape[1], x.shape[1]
unit = controls.integer_choice("unit", d_ff, default=0, minimum=0) - 1  # -1: the strongest
silenced = remarks.find_silenced_units(reading.changes, stack, layer)
excited, sentences = units.top_activations(stack, layer)
vectors = {"x": x, "hidden": hidden, "output": output}
with picture:
    show_feed_forward(vectors, tokens, (excited, sentences), (word, unit), silenced)
if reading.changes:
    st.caption(_("The list of tokens that activate a unit comes from the original model."))
chosen = unit if unit >= 0 else compute.find_strongest_unit(hidden[word])
found = top_tokens(excited, sentences, chosen)
explain.show_sentence_fact(remarks.describe_company(chosen, found, excited.values[:, chosen]))
columns = excited.sentences[:, chosen].tolist(), excited.positions[:, chosen].tolist()
pairs = [
    [one.text for one in sentences[row][place : place + 2]]
    for row, place in zip(*columns, strict=True)
]
if ["He", "perdido"] in pairs[: len(found)]:
    st.caption(
        _("“He perdido” is Spanish for “I have lost”. Its “He” is the token of English “He”.")
    )
company = remarks.list_company(found, excited.values[:, chosen])[: remarks.MOST_NAMES]
takeaway = remarks.describe_takeaway(hidden, word, chosen, tokens, company)
explain.defer_sentence_fact(takeaway)
explain.show_section(NAME, "What a unit means")

names = [token.text for token in tokens]
if explain.show_section(NAME, "How many units are active"):
    explain.show_callout(remarks.describe_average_activity(hidden))
    show_figure(
        figures.plot_active_shares(hidden, names, word),
        key="activity",
        label=_("Share of active hidden units at each token"),
    )

if explain.show_section(NAME, "Positions do not mix"):
    typed = controls.text_field("instead", _("Another word"), "dog", width=220)
    token, remark = parse_first_token(tokenizer, typed, _(remarks.SEVERAL_TOKENS_NOTE))
    if remark:
        st.text(remark)
    if token is not None:
        ids = {"encoder": reading.source_ids, "decoder": reading.target_ids}
        edits = session.glass().edits(reading.changes)
        exchange = compute.TokenReplacement(stack, layer, word, token)
        far = compute.compute_replacement_shifts(model, reading.trace, ids, exchange, edits)
        [piece] = target_tokens(tokenizer, [token])
        explain.show_callout(remarks.describe_output_shifts(far, tokens, word, piece.text))
        show_figure(
            figures.plot_output_shifts(far, names, word),
            key="reach",
            label=_("How far each position's output moves"),
        )

explain.show_section(NAME, "What is “something new”?")

if explain.show_section(NAME, "Where the parameters are"):
    counts = count_parameters(model)
    explain.show_callout(remarks.describe_parameter_share(counts))
    marked = ("encoder feed-forward", "decoder feed-forward")
    show_figure(
        figures.plot_parameter_shares(counts, marked),
        key="shares",
        label=_("Parameters by part of the model"),
    )

explain.show_page_formula(
    r"\mathrm{FFN}(x) = \max(0, x W_1 + b_1)\, W_2 + b_2",
    remarks.hidden_unit_latex(module, x[word], hidden[word], unit, silenced),
)
explain.show_code_and_shapes(
    FeedForward.forward,
    {
        "x": f"{len(tokens)} × {d_model}",
        "W_1": f"{d_model} × {d_ff}",
        _("hidden"): f"{len(tokens)} × {d_ff}",
        "W_2": f"{d_ff} × {d_model}",
        _("output"): f"{len(tokens)} × {d_model}",
    },
)
