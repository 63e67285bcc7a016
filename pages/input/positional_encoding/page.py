"""Positional encoding: waves, heat map and clocks, and what the model does without positions."""

import streamlit as st

from model.embedding import positional_encoding
from pages.input.positional_encoding import compute, figures, remarks
from pages.input.positional_encoding.another_order import show_another_order
from pages.input.positional_encoding.compute import rotate, rotation, wavelengths
from pages.input.positional_encoding.positions_off import show_positions_off
from pages.input.positional_encoding.views.layouts import show_layouts
from pages.input.positional_encoding.views.positions import show_positions
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.views.plot import show_figure
from ui.views.tokens import show_token_picker

NAME = "positional_encoding"


def choose_offset() -> int:
    """Show a slider for k, the offset between two positions; return k."""
    with st.container(width=420):
        return controls.choose_integer("k", _("Step k"), -20, 20, 3)


SHOWN = 100  # positions, or as many as the sentence has
WIDTHS = {4, 8, 16, 32, 64, 128, 256, 512}

explain.show_opening(NAME)
reading = controls.current_reading()
n, own = reading.trace[compute.POSITIONS_TAP].shape
length, names = max(SHOWN, n), [token.text for token in reading.source]
widths = sorted(WIDTHS | {own})
asked = controls.integer_choice("d_model", widths[-1], own)
d_model = min(widths, key=lambda width: abs(width - asked))
first = compute.find_default_position(reading.source) + 1
place = controls.integer_choice("word", length, first, default_varies=True) - 1
pair = (
    controls.integer_choice("pair", d_model // 2, (d_model // 2 - 1) // 7 + 1) - 1
)  # drawn small, too

encoding = positional_encoding(length, d_model)
show_positions(encoding, reading.source, reading.source_ids, place, pair, widths)
show_token_picker(reading.source, place, key="word", label=_("Position of"))
explain.show_sentence_fact(remarks.describe_takeaway(encoding, reading, place))
if compute.has_positions(reading):
    explain.defer_sentence_fact(remarks.describe_full_turns(encoding, n))

page_facts.publish_facts(tokens=n)  # the facts of a shuffle are added where its section is open
if explain.show_section(NAME, "Shuffle this sentence"):
    show_another_order(reading)

if explain.show_section(NAME, "By hand, with four numbers"):
    by_hand = figures.plot_arithmetic_map(positional_encoding(length, 4), names, place)
    show_figure(by_hand, key="by_hand", label=_("Encodings with four numbers each, worked out"))
    explain.show_formula(
        r"\begin{gathered} PE_{(pos,\,2i)} = \sin\left(pos / 10000^{2i/d_{model}}\right) \\"
        r"PE_{(pos,\,2i+1)} = \cos\left(pos / 10000^{2i/d_{model}}\right) \end{gathered}",
        remarks.encoding_latex(encoding, place, pair),
    )

k = None
if explain.show_section(NAME, "How far apart?"):
    k = choose_offset()
    st.markdown(remarks.describe_dot_products(encoding, place, k, reading.source))
    products = figures.plot_dot_products(encoding, encoding, place, names, k)
    show_figure(
        products, key="products", label=_("Dot product of two positions against their offset")
    )
    st.markdown(remarks.describe_norms(encoding))

if explain.show_section(NAME, "A step is a rotation"):
    k = choose_offset() if k is None else k
    matrix = rotation(k, d_model)
    corner, curve = st.columns([2, 3])
    with corner:
        label = _("The first numbers of M for k = {k:.0}").format(k=k)
        show_figure(figures.plot_matrix_corner(matrix), key="matrix", label=label)
    with curve:
        turned = figures.plot_dot_products(encoding, rotate(encoding, matrix), place, names, k)
        show_figure(
            turned, key="turned", label=_("Dot product of a turned position with the others")
        )
    st.markdown(remarks.describe_rotation_error(encoding, k))

if explain.show_section(NAME, "Positions off in one stack, or both"):
    show_positions_off(reading, place if place < n else 0)

if explain.show_section(NAME, "Why waves, and not 1, 2, 3?"):
    st.markdown(remarks.describe_clock(encoding, place, pair))
if explain.show_section(NAME, "Interleaved or concatenated"):
    st.markdown(remarks.describe_recorded_positions(reading, positional_encoding(length, own)))
    show_layouts(length, d_model, place, pair, key="layouts")
    st.markdown(remarks.layout_table_markdown(d_model, wavelengths(encoding)))
explain.show_section(NAME, "What the paper leaves open")
explain.show_code_and_shapes(
    positional_encoding,
    {_("positions, embeddings, their sum"): f"{n} × {own}", "Mₖ": f"{d_model} × {d_model}"},
    callee=rotation,
)
