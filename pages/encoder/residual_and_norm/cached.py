"""What the page asks untrained models; cached."""

import streamlit as st

from model.measures.fresh_stacks import Journey, journeys


@st.cache_resource(max_entries=12, show_spinner=False)
def fresh_stacks(layers: int, shrunk: bool) -> dict[str, Journey]:
    """Return what becomes of signal and gradient in untrained stacks; see ``journeys``."""
    return journeys(layers, shrunk)
