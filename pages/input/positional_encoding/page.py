"""Positional encoding: waves, heat map and clocks, and what the model does without positions."""

import streamlit as st

from model.embedding import positional_encoding
from pages.input.positional_encoding import compute, figures, remarks
from pages.input.positional_encoding.another_order import another_order
from pages.input.positional_encoding.compute import rotation, turn, wavelengths
from pages.input.positional_encoding.positions_off import positions_off
from pages.input.positional_encoding.views.layouts import layouts
from pages.input.positional_encoding.views.positions import positions
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.views.plot import plot
from ui.views.tokens import token_picker
from ui.words import with_sign

NAME = "positional_encoding"


def choose_step() -> int:
    """Show a slider for the step k between two positions; return its value."""
    with st.container(width=420):
        return controls.slider("k", _("Step k"), -20, 20, 3)


SHOWN = 100  # positions, or as many as the sentence has
WIDTHS = {4, 8, 16, 32, 64, 128, 256, 512}

explain.opening(NAME)
reading = controls.reading()
n, own = reading.trace[compute.TAP].shape
length, names = max(SHOWN, n), [token.text for token in reading.source]
widths = sorted(WIDTHS | {own})
asked = controls.number("d_model", widths[-1], own)
d_model = min(widths, key=lambda width: abs(width - asked))
place = controls.number("word", length, min(5, n)) - 1
pair = controls.number("pair", d_model // 2, d_model // 16 + 1) - 1

encoding = positional_encoding(length, d_model)
positions(encoding, reading.source, place, pair, widths)
token_picker(reading.source, place, key="word", label=_("Position of"))
explain.in_your_sentence(remarks.look_for(encoding, place, pair))
st.caption(remarks.compare_with_record(reading, positional_encoding(length, own)))

if explain.section(NAME, "By hand, with four numbers"):
    by_hand = figures.arithmetic_map(positional_encoding(length, 4), names, place)
    plot(by_hand, key="by_hand", label=_("Encodings of four numbers, worked out"))
    explain.formula(
        r"\begin{gathered} PE_{(pos,\,2i)} = \sin\left(pos / 10000^{2i/d_{model}}\right) \\"
        r"PE_{(pos,\,2i+1)} = \cos\left(pos / 10000^{2i/d_{model}}\right) \end{gathered}",
        remarks.numbers(encoding, place, pair),
    )

k = None
if explain.section(NAME, "How far apart?"):
    k = choose_step()
    st.markdown(remarks.distance(encoding, place, k, reading.source))
    products = figures.product_curve(encoding, encoding, place, names, k)
    plot(products, key="products", label=_("Dot product of two positions against their offset"))
    st.markdown(remarks.lengths(encoding))

if explain.section(NAME, "A step is a rotation"):
    k = choose_step() if k is None else k
    matrix = rotation(k, d_model)
    corner, curve = st.columns([2, 3])
    with corner:
        label = _("The first numbers of M for k = {k}").format(k=with_sign(k, 0))
        plot(figures.corner_map(matrix), key="matrix", label=label)
    with curve:
        turned = figures.product_curve(encoding, turn(encoding, matrix), place, names, k)
        plot(turned, key="turned", label=_("Dot product of a turned position with the others"))
    st.markdown(remarks.step(encoding, k))

page_facts.tell(tokens=n)  # the facts of a shuffle are added where its section is open
if explain.section(NAME, "Shuffle this sentence"):
    another_order(reading)

if explain.section(NAME, "Positions off in one stack, or both"):
    positions_off(reading, place if place < n else 0)

explain.section(NAME, "Why waves, and not 1, 2, 3?")
if explain.section(NAME, "Interleaved or concatenated"):
    layouts(length, d_model, place, pair, key="layouts")
    st.markdown(remarks.layout_table(d_model, wavelengths(encoding)))
explain.section(NAME, "What the paper leaves open")
explain.code_and_shapes(
    positional_encoding,
    {_("positions, embeddings, their sum"): f"{n} × {own}", "Mₖ": f"{d_model} × {d_model}"},
    also=rotation,
)
