"""Cached measurements on untrained stacks."""

import streamlit as st

from model.measures import untrained_stacks
from model.measures.untrained_stacks import DepthStatistics


@st.cache_resource(max_entries=12, show_spinner=False)
def measure_untrained_stacks(layer_count: int, small_init: bool) -> dict[str, DepthStatistics]:
    """Return statistics of vectors and gradients at each depth of untrained stacks; memoized.

    Args:
        layer_count: number of layers of a stack.
        small_init: whether W_V, W_O, W_1 and W_2 start smaller, as in this model.

    Returns:
        Kind of stack ("post-norm", "pre-norm", "post-norm, no residual" or "no residual, no norm")
        -> norms of vectors, cosines between positions' vectors, and norms of gradients, by depth.
    """
    return untrained_stacks.measure_untrained_stacks(layer_count, small_init)
