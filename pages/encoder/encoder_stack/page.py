"""The encoder's layers: a token's path, who becomes like whom, one word in two sentences."""

import streamlit as st

from model.layers import EncoderLayer
from model.transformer import Encoder
from pages.encoder.encoder_stack import alone, compute, figures, remarks
from pages.encoder.encoder_stack.one_word import show_word_in_two_sentences
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.views.plot import show_figure

NAME = "encoder_stack"

explain.show_opening(NAME)
reading = controls.current_reading()
config = session.glass().config
N, d_model = len(config.layers("encoder")), config.d_model
word = controls.choose_token(reading.source)
names = [token.text for token in reading.source]
stream = reading.trace.residual_stream("encoder")
between = compute.compute_cosines(stream[:, word])

path, cosine = st.columns([3, 2])
with path:
    show_figure(
        figures.plot_token_paths(*compute.project_to_plane(stream), names, [word]),
        key="paths",
        label=_("Every token's path through the encoder, in two principal directions"),
        animated=True,
    )
with cosine:
    st.markdown(_("Cosine between the {count} vectors of this token").format(count=N + 1))
    show_figure(
        figures.plot_depth_cosines(between), key="between", label=_("Cosine between depths")
    )
explain.show_sentence_fact(remarks.describe_takeaway(between, reading.source[word]))

if explain.show_section(NAME, "The same word in two sentences"):
    show_word_in_two_sentences(reading)

if explain.show_section(NAME, "Which words become similar"):
    matrices = compute.compute_cosines(stream)
    explain.show_callout(remarks.describe_nearest_tokens(matrices, reading.source, word))
    show_figure(
        figures.plot_token_cosines(matrices, names, word),
        key="similarities",
        label=_("Cosine of every pair of tokens, before the first layer and after each"),
    )

if explain.show_section(NAME, "One vector alone"):
    alone.show_vectors_alone(reading, word)

explain.show_section(NAME, "How to read the paths")

x = stream[:, word]
explain.show_page_formula(
    r"x^{(l)} = \mathrm{EncoderLayer}_l(x^{(l-1)}), \quad \mathrm{memory} = x^{(N)}, \quad"
    r" \cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \lVert b \rVert}",
    remarks.cosine_latex(x[0], x[-1]),
)
shape = f"{len(names)} × {d_model}"
layers = ngettext("{count}, from {shape} to {shape}", "{count}, each from {shape} to {shape}", N)
explain.show_code_and_shapes(
    Encoder.forward,
    {
        "x": shape,
        _("layers"): layers.format(count=N, shape=shape),
        _("memory"): shape,
    },
    callee=EncoderLayer.forward,
)
