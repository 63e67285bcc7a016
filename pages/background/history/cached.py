"""Cached measurements on untrained networks."""

import streamlit as st

from pages.background.history.compute import recurrence, table_1
from ui.readings.session import glass


@st.cache_data(max_entries=512, show_spinner=False)
def measure_gradient_reach(
    architecture: str, n: int, initialization: int, seed: int
) -> list[float]:
    """Return how long a gradient of norm 1 at the last output can be at the first of n inputs.
    There is a number for each untrained network; for the arguments see ``recurrence``.
    """
    return recurrence.measure_gradient_reach(architecture, n, initialization, seed)


@st.cache_data(max_entries=32, show_spinner=False)
def time_layers(n: int) -> dict[str, float]:
    """Return the median seconds over n positions by name of the layer: two LSTMs and attention."""
    return table_1.time_layers(n, glass().config)
