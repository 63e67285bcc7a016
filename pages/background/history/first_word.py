"""How much of a gradient reaches the first word, measured in fresh networks."""

from statistics import geometric_mean

import streamlit as st

from model.transformer import WRITING_GAIN
from pages.background.history import cached, remarks
from pages.background.history.compute.recurrence import ATTENTION, LSTM_KIND, RNN_KIND
from pages.background.history.figures import Axes, Mark, growth
from ui.choices import controls
from ui.figures.theme import legend_above
from ui.frame import explain
from ui.readings.reading import Reading
from ui.views.plot import plot

LENGTHS = [1, 2, 4, 8, 16, 32, 64, 128]
STATES = {0: "as PyTorch begins", 1: "orthogonal", 2: "2 × orthogonal"}
FORGET = {0: "50 %", 1: "73 %", 3: "95 %"}  # bias of the forget gate -> how open it begins
SIZES = {0: f"× {WRITING_GAIN:g}, as in this model", 1: "full size"}  # of W_V and W_O
LEAST, SEEDS = 1e-12, 999  # below it nothing is drawn


def first_word(reading: Reading) -> None:
    """Let the person choose how the networks begin; draw what gets through them.

    Args:
        reading: the sentence, whose length is measured and marked, too.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="choices_of_networks"):
        state = controls.one_of("state", "RNN: U begins", STATES, 0)
        forget = controls.one_of("forget", "LSTM: forget gates keep", FORGET, 1)
        size = controls.one_of("writing", "Attention: W_V, W_O begin", SIZES, 0)
        seed = controls.number("networks", SEEDS)
        st.button("Other networks", on_click=controls.choose, args=("networks", seed % SEEDS + 1))
    n = len(reading.source)
    lengths = sorted({*LENGTHS, n})
    settings = {RNN_KIND: state, LSTM_KIND: forget, ATTENTION: size}
    with st.spinner("Sending gradients back to the first word ..."):
        found = {
            kind: [cached.gradient_reach(kind, length, setting, seed) for length in lengths]
            for kind, setting in settings.items()
        }
    means = {kind: [_mean(each) for each in values] for kind, values in found.items()}
    explain.finding(remarks.arrives(lengths, means, n))
    most = max(max(map(max, values)) for values in found.values())
    figure = growth(
        {kind: (lengths, values) for kind, values in means.items()},
        Axes("what reaches the first word", max(lengths), 360, span=(LEAST, 3 * most)),
        [Mark(n, f"this sentence, n = {n}")],
        singles={kind: list(zip(*values, strict=True)) for kind, values in found.items()},
    )
    plot(
        legend_above(figure),
        key="reach",
        label="How much of a gradient reaches the first word, by length",
    )


def _mean(values: list[float]) -> float:
    return geometric_mean(max(value, 1e-300) for value in values)
