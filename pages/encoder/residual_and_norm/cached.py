"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures.untrained_stacks import DepthStatistics, measure_untrained_stacks


@st.cache_resource(max_entries=12, show_spinner=False)
def measure_fresh_stacks(layers: int, shrunk: bool) -> dict[str, DepthStatistics]:
    """Return forward signal and gradient by depth, for each kind of untrained stack."""
    return measure_untrained_stacks(layers, shrunk)
