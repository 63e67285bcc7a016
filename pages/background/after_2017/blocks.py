"""FlashAttention: one row of attention, a block of keys at a time."""

import html
from collections.abc import Sequence

import streamlit as st

from model.trace import Trace
from pages.background.after_2017.compute.online_softmax import Step, in_blocks, running_weights
from pages.background.after_2017.figures import maps
from pages.background.after_2017.remarks import parts as remarks
from ui.choices import controls
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import with_sign

SIZES = (1, 2, 4, 8, 16)
MOST = 40  # rows of the table


def draw(reading: Reading) -> str:
    """Draw the weights as they are known after each block, and the three numbers that are kept."""
    with st.container(horizontal=True, vertical_alignment="center", key="block_choices"):
        kind = controls.attention()
        layer = controls.layer(kind)
        head = controls.head(kind, layer)
        size = controls.one_of("block", _("Keys in a block"), {n: str(n) for n in SIZES}, 4)
    queries, keys = reading.axes(kind)
    row = controls.word(queries, key="word", label=_("Row"), attention=kind)
    attention = reading.attention(kind, layer)
    visible = row + 1 if kind == "decoder" and _causal(attention) else len(keys)
    scores = attention["masked"][0, head, row].double()[:visible]
    steps = in_blocks(scores, attention["v"][0, head].double()[:visible], size)
    names = [
        _("keys {first}–{last}").format(first=step.first + 1, last=step.last + 1) for step in steps
    ]
    weights = running_weights(scores, steps)
    plot(
        maps.running_weights(weights, [token.text for token in keys[:visible]], names),
        key="believed",
        label=_("The weights of one row as they are known after each block"),
    )
    st.html(_kept_table(names, steps))
    error = (weights[-1] - scores.softmax(dim=-1)).abs().max().item()
    rescaled = sum(step.factor < 1 for step in steps[1:])
    return remarks.blocks(len(steps), size, error, rescaled)


def _causal(attention: Trace) -> bool:
    return not attention["visible"].all().item()


def _kept_table(names: Sequence[str], steps: Sequence[Step]) -> str:
    """Return what is kept after each block, as a table."""
    rows = ""
    for number, (name, step) in enumerate(zip(names[:MOST], steps[:MOST], strict=True)):
        factor = with_sign(step.factor, 3) if number else "–"
        numbers = (with_sign(each, 3) for each in (step.total, step.output.norm().item()))
        cells = (with_sign(step.largest, 3), factor, *numbers)
        shown = "".join(f"<td>{cell}</td>" for cell in cells)
        rows += f"<tr><th>{html.escape(name)}</th>{shown}</tr>"
    head = "<tr><th></th><th>m</th><th>e^(m − m′)</th><th>l</th><th>‖o / l‖</th></tr>"
    return f'<div class="variants numbers"><table>{head}{rows}</table></div>'
