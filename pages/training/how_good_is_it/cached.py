"""What was measured of this model beforehand; cached."""

import streamlit as st

from model.robustness.typed import Judged, read_judgements
from model.storage import ALIGNMENT, CERTAINTY, ROBUSTNESS
from ui.readings import session


def robustness() -> dict | None:
    """Return how the model bears careless typing, as it was measured; None for other weights."""
    return session.measurements(ROBUSTNESS)


def alignment() -> dict | None:
    """Return how well each head aligns words, as it was measured; None for other weights."""
    return session.measurements(ALIGNMENT)


@st.cache_resource(show_spinner=False)
def judgments() -> list[Judged] | None:
    """Return the translations that somebody judged; None for other weights."""
    try:
        return read_judgements() if session.measurements(CERTAINTY) else None
    except (OSError, ValueError):  # not there, or damaged: the page can do without
        return None
