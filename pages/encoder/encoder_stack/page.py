"""The encoder's layers: a token's path, who becomes like whom, one word in two sentences."""

import streamlit as st

from model.layers import EncoderLayer
from model.transformer import Encoder
from pages.encoder.encoder_stack import alone, compute, figures, remarks
from pages.encoder.encoder_stack.one_word import one_word
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.views.plot import plot

NAME = "encoder_stack"

explain.opening(NAME)
reading = controls.reading()
config = session.glass().config
N, d_model = len(config.layers("encoder")), config.d_model
word = controls.word(reading.source)
names = [token.text for token in reading.source]
stream = reading.trace.residual_stream("encoder")
between = compute.cosines(stream[:, word])

path, cosine = st.columns([3, 2])
with path:
    plot(
        figures.paths(*compute.flat(stream), names, [word]),
        key="paths",
        label=_("Every token's path through the encoder, in two principal directions"),
        unfolds=True,
    )
with cosine:
    st.markdown(_("Cosine between the {count} vectors of this token").format(count=N + 1))
    plot(figures.between_depths(between), key="between", label=_("Cosine between depths"))
explain.in_your_sentence(remarks.look_for(between, reading.source[word]))

if explain.section(NAME, "The same word in two sentences"):
    one_word(reading)

if explain.section(NAME, "Which words become similar"):
    matrices = compute.cosines(stream)
    explain.finding(remarks.nearest(matrices, reading.source, word))
    plot(
        figures.similarities(matrices, names, word),
        key="similarities",
        label=_("Cosine between all tokens, before the first layer and after each"),
    )

if explain.section(NAME, "One vector alone"):
    alone.show(reading, word)

explain.section(NAME, "How to read the paths")

x = stream[:, word]
explain.in_one_formula(
    r"x^{(l)} = \mathrm{EncoderLayer}_l(x^{(l-1)}), \quad \mathrm{memory} = x^{(N)}, \quad"
    r" \cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \lVert b \rVert}",
    remarks.numbers(x[0], x[-1]),
)
shape = f"{len(names)} × {d_model}"
layers = ngettext("{count}, from {shape} to {shape}", "{count}, each from {shape} to {shape}", N)
explain.code_and_shapes(
    Encoder.forward,
    {
        "x": shape,
        _("layers"): layers.format(count=N, shape=shape),
        _("memory"): shape,
    },
    also=EncoderLayer.forward,
)
