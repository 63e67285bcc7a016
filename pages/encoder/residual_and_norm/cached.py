"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures.untrained_stacks import DepthStatistics, measure_untrained_stacks


@st.cache_resource(max_entries=12, show_spinner=False)
def measure_fresh_stacks(layers: int, shrunk: bool) -> dict[str, DepthStatistics]:
    """Return signal and gradient by depth in untrained stacks of each kind; see ``journeys``."""
    return measure_untrained_stacks(layers, shrunk)
