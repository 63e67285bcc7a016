"""The encoder's layers: one word in two sentences, every token's path, one vector alone."""

import streamlit as st

from model.layers import EncoderLayer
from model.transformer import Encoder
from pages.encoder.encoder_stack import alone, compute, figures, remarks
from pages.encoder.encoder_stack.one_word import show_two_paths, show_word_in_two_sentences
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.reading import distinct_names
from ui.views.plot import show_figure

NAME = "encoder_stack"

explain.show_opening(NAME)
reading = controls.current_reading()
pair = show_word_in_two_sentences(reading)

st.subheader(_("Your sentence, layer by layer"), anchor=False)
st.caption(
    _(
        "Now the sentence at the top of the page: each line is a token's vector on its way up, "
        "from the embedding to the last layer."
    )
)
config = session.glass().config
N, d_model = len(config.layers("encoder")), config.d_model
picture = st.container()
word = controls.choose_token(reading.source)
names = [token.text for token in reading.source]
stream = reading.trace.residual_stream("encoder")
matrices, between = compute.compute_cosines(stream), compute.compute_cosines(stream[:, word])
with picture:
    show_figure(
        figures.plot_token_paths(*compute.project_to_plane(stream), names, [word]),
        key="paths",
        label=_("Every token's path through the encoder, in two principal directions"),
        animated=True,
    )
explain.show_sentence_fact(remarks.describe_takeaway(between, distinct_names(reading.source)[word]))
explain.defer_sentence_fact(remarks.describe_whole_sentence(matrices, reading.source))

if explain.show_section(NAME, "The same word in two sentences") and pair:
    show_two_paths(*pair)

if explain.show_section(NAME, "Which words become similar"):
    explain.show_callout(remarks.describe_nearest_tokens(matrices, reading.source, word))
    show_figure(
        figures.plot_token_cosines(matrices, names, word),
        key="similarities",
        label=_("Cosine of every pair of tokens, before the first layer and after each"),
    )
    st.markdown(
        _("Cosine between the {count} vectors of “{token}”").format(count=N + 1, token=names[word])
    )
    show_figure(
        figures.plot_depth_cosines(between), key="between", label=_("Cosine between depths")
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
