"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures.untrained_stacks import DepthStatistics, measure_untrained_stacks


@st.cache_resource(max_entries=12, show_spinner=False)
def measure_fresh_stacks(layers: int, shrunk: bool) -> dict[str, DepthStatistics]:
    """Return vector norms, cosines and gradients by depth, for each kind of untrained stack.
    If shrunk, W_V, W_O, W_1 and W_2 start smaller; memoized.
    """
    return measure_untrained_stacks(layers, shrunk)
