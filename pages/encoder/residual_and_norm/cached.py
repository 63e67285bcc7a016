"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures.fresh_stacks import Journey, journeys


@st.cache_resource(max_entries=12, show_spinner=False)
def fresh_stacks(layers: int, shrunk: bool) -> dict[str, Journey]:
    """Return signal and gradient by depth in untrained stacks of each kind; see ``journeys``."""
    return journeys(layers, shrunk)
