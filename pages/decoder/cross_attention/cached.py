"""What was measured of this model beforehand; cached."""

import streamlit as st

from model.storage import ALIGNMENT, fingerprint
from ui.readings import session
from ui.readings.session import read_table


@st.cache_resource(show_spinner=False)
def alignment() -> dict | None:
    """Return how well each head aligns words, as it was measured; None for other weights."""
    path = session.MODEL / ALIGNMENT
    table = read_table(path) if path.exists() else {}
    return table if table.get("weights") == fingerprint(session.MODEL) else None
