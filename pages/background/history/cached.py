"""Cached measurements on untrained networks."""

import streamlit as st

from pages.background.history.compute import recurrence, table_1
from ui.readings.session import glass


@st.cache_data(max_entries=512, show_spinner=False)
def measure_gradient_reach(
    architecture: str, n: int, initialization: int, seed: int
) -> list[float]:
    """Return the largest norm at the first input that a gradient of norm 1 at the output can have.
    The result of ``recurrence.measure_gradient_reach`` is cached.

    Args:
        architecture: "RNN", "LSTM" or "attention".
        n: number of input vectors.
        initialization: how the weights start, as in ``recurrence.make_untrained_network``.
        seed: seed of weights and inputs.

    Returns:
        The largest norm in each of several untrained networks.
    """
    return recurrence.measure_gradient_reach(architecture, n, initialization, seed)


@st.cache_data(max_entries=32, show_spinner=False)
def time_layers(n: int) -> dict[str, float]:
    """Return the median time that each of three layers takes for n positions, in seconds; cached.
    The keys are "LSTM, cell by cell", "LSTM, PyTorch’s own" and "attention layer".
    """
    return table_1.time_layers(n, glass().config)
