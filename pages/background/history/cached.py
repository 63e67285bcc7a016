"""Cached measurements on untrained networks."""

import streamlit as st

from pages.background.history.compute import recurrence, table_1
from ui.readings.session import glass


@st.cache_data(max_entries=512, show_spinner=False)
def measure_gradient_reach(
    architecture: str, n: int, initialization: int, seed: int
) -> list[float]:
    """Return how much of a gradient reaches the first of n inputs of untrained networks."""
    return recurrence.measure_gradient_reach(architecture, n, initialization, seed)


@st.cache_data(max_entries=32, show_spinner=False)
def time_layers(n: int) -> dict[str, float]:
    """Return the median seconds of an LSTM and an attention layer over n positions."""
    return table_1.time_layers(n, glass().config)
