"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures.untrained_stacks import DepthStatistics, measure_untrained_stacks


@st.cache_resource(max_entries=12, show_spinner=False)
def measure_fresh_stacks(layers: int, shrunk: bool) -> dict[str, DepthStatistics]:
    """Return how vectors and gradients fare, layer by layer, in untrained stacks; memoized.

    Args:
        layers: number of layers of a stack.
        shrunk: whether W_V, W_O, W_1 and W_2 start smaller, as in this model.

    Returns:
        For each kind of stack ("post-norm", "pre-norm", "post-norm, no residual", "no residual, no
        norm"): norms of vectors, cosines between positions' vectors, and norms of gradients.
    """
    return measure_untrained_stacks(layers, shrunk)
