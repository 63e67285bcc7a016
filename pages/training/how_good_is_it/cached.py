"""What was measured of this model beforehand; cached."""

import streamlit as st

from model.storage import ALIGNMENT, ROBUSTNESS, fingerprint
from ui.readings import session
from ui.readings.session import read_table


@st.cache_resource(show_spinner=False)
def robustness() -> dict | None:
    """Return how the model bears careless typing, as it was measured; None for other weights."""
    return _read_measures(ROBUSTNESS)


@st.cache_resource(show_spinner=False)
def alignment() -> dict | None:
    """Return how well each head aligns words, as it was measured; None for other weights."""
    return _read_measures(ALIGNMENT)


def _read_measures(name: str) -> dict | None:
    path = session.MODEL / name
    table = read_table(path) if path.exists() else {}
    return table if table.get("weights") == fingerprint(session.MODEL) else None
