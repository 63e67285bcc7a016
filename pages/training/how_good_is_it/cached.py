"""The judged translations of this model; cached."""

import streamlit as st

from model.robustness.typed import Judged, judgements_file, read_judgements
from model.storage import CERTAINTY
from ui.readings import session


@st.cache_resource(show_spinner=False)
def judgments() -> list[Judged] | None:
    """Return the translations that somebody judged; None for other weights."""
    try:
        measured = session.measurements(CERTAINTY)
        return read_judgements(judgements_file(session.MODEL)) if measured else None
    except (OSError, ValueError):  # not there, or damaged: the page can do without
        return None
