"""What the page measures on fresh networks; cached."""

import streamlit as st

from pages.background.history.compute import recurrence, table_1
from ui.readings.session import glass


@st.cache_data(max_entries=512, show_spinner=False)
def gradient_reach(kind: str, n: int, setting: int, seed: int) -> list[float]:
    """Return how much of a gradient gets through fresh networks; see ``compute.recurrence``."""
    return recurrence.reach(kind, n, setting, seed)


@st.cache_data(max_entries=32, show_spinner=False)
def layer_seconds(n: int) -> dict[str, float]:
    """Return how long layers of this model's width take on this machine; see ``table_1``."""
    return table_1.seconds(n, glass().config)
