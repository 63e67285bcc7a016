"""The feed-forward network: hidden units, what activates them, and that positions don't mix."""

import streamlit as st

from model.layers import FeedForward
from model.measures.parameters import count_parameters
from model.measures.top_activations import top_tokens
from model.parts import part
from pages.encoder.feed_forward import compute, figures, remarks
from pages.encoder.feed_forward.views.feed_forward import feed_forward
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, units
from ui.readings.reading import target_tokens
from ui.readings.typed import first_token
from ui.views.plot import plot

NAME = "feed_forward"

explain.opening(NAME)
reading = controls.reading()
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    stacks = {"encoder": _("Encoder"), "decoder": _("Decoder")}
    stack = controls.one_of("stack", _("Stack"), stacks, "encoder")
    layer = controls.layer(stack)
tokens = reading.axes(stack)[0]
picture = st.container()
word = controls.word(tokens, attention=stack)

path = f"{stack}.layers.{layer}"
module = part(model, f"{path}.feed_forward", FeedForward)
before, after = (f"{path}.add_and_norm_{i}" for i in ((1, 2) if stack == "encoder" else (2, 3)))
x, output = reading.trace[f"{before}.output"][0], reading.trace[f"{after}.sublayer"][0]
hidden = reading.trace[f"{path}.feed_forward.hidden"][0]
d_ff, d_model = hidden.shape[1], x.shape[1]
unit = controls.number("unit", d_ff, default=0, least=0) - 1  # -1: the strongest
silenced = remarks.find_silenced_units(reading.changes, stack, layer)
excited, sentences = units.top_activations(stack, layer)
vectors = {"x": x, "hidden": hidden, "output": output}
with picture:
    feed_forward(vectors, tokens, (excited, sentences), (word, unit), silenced)
if reading.changes:
    st.caption(_("The list of tokens that activate a unit comes from the original model."))
chosen = unit if unit >= 0 else compute.strongest(hidden[word])
found = top_tokens(excited, sentences, chosen)
explain.in_your_sentence(remarks.look_for(hidden, word, unit, tokens, [t.text for t in found]))
explain.section(NAME, "What a unit means")

names = [token.text for token in tokens]
if explain.section(NAME, "How many units are active"):
    explain.finding(remarks.average_activity(hidden))
    plot(
        figures.activity(hidden, names, word),
        key="activity",
        label=_("Share of active hidden units at each token"),
    )

if explain.section(NAME, "Positions do not mix"):
    typed = controls.text("instead", _("Another word"), "dog", width=220)
    token, remark = first_token(tokenizer, typed, _(remarks.SEVERAL))
    if remark:
        st.text(remark)
    if token is not None:
        ids = {"encoder": reading.source_ids, "decoder": reading.target_ids}
        edits = session.glass().edits(reading.changes)
        exchange = compute.Exchange(stack, layer, word, token)
        far = compute.reach(model, reading.trace, ids, exchange, edits)
        [piece] = target_tokens(tokenizer, [token])
        explain.finding(remarks.positions(far, tokens, word, piece.text))
        plot(
            figures.reach(far, names, word),
            key="reach",
            label=_("How far each position's output moves"),
        )

explain.section(NAME, "What is “something new”?")

if explain.section(NAME, "Where the parameters are"):
    counts = count_parameters(model)
    explain.finding(remarks.parameter_share(counts))
    marked = ("encoder feed-forward", "decoder feed-forward")
    plot(figures.shares(counts, marked), key="shares", label=_("Parameters by part of the model"))

explain.in_one_formula(
    r"\mathrm{FFN}(x) = \max(0, x W_1 + b_1)\, W_2 + b_2",
    remarks.numbers(module, x[word], hidden[word], unit, silenced),
)
explain.code_and_shapes(
    FeedForward.forward,
    {
        "x": f"{len(tokens)} × {d_model}",
        "W_1": f"{d_model} × {d_ff}",
        _("hidden"): f"{len(tokens)} × {d_ff}",
        "W_2": f"{d_ff} × {d_model}",
        _("output"): f"{len(tokens)} × {d_model}",
    },
)
