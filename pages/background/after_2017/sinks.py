"""Sinks: weight received against what is given, and numbers that outgrow all others."""

import streamlit as st

from model.parts import sublayers
from pages.background.after_2017 import cached, choices
from pages.background.after_2017.compute import sinks
from pages.background.after_2017.figures.bars import outliers
from pages.background.after_2017.figures.sinks import weights_and_lengths
from pages.background.after_2017.remarks import whole as remarks
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot


def draw(reading: Reading) -> str:
    """Draw which positions collect weight, and how far the largest numbers stand out."""
    with st.container(horizontal=True, vertical_alignment="center", key="sink_choices"):
        kind = choices.attention("sink_attention", "encoder")
        layer = choices.layer("sink_layer", kind)
    tokens = reading.axes(kind)[1]
    attention = reading.attention(kind, layer)
    received = sinks.received_weight(attention["weights"][0])
    lengths = sinks.value_lengths(attention["v"][0], cached.output_projection(kind, layer))
    special = [token.special for token in tokens]
    plot(
        weights_and_lengths(received, lengths, [token.text for token in tokens], special),
        key="sinks",
        label=_("Mean weight that each token gets, against the length of what it gives"),
    )
    largest = massive(reading)
    plot(
        outliers({stack: [one.ratio for one in found] for stack, found in largest.items()}),
        key="outliers",
        label=_("The largest number of each sum before its norm, divided by the median"),
    )
    names = {
        "encoder": [token.text for token in reading.source],
        "decoder": [token.text for token in reading.target],
    }
    explain.finding(remarks.massive(largest, names))
    visible = attention["visible"][0, 0]
    rows = visible.expand(attention["weights"].shape[2:]).sum(dim=0)
    return remarks.sinks(received, lengths, tokens, rows)


def massive(reading: Reading) -> dict[str, list[sinks.Massive]]:
    """Find the largest number of every sum of both stacks, before it is normalized."""
    layers = session.glass().config.layers
    return {
        stack: [
            sinks.massive(reading.trace[f"{path.format(n)}.sum"][0])
            for n in layers(stack)
            for path in sublayers(stack).values()
        ]
        for stack in ("encoder", "decoder")
    }
