"""Cached model computations of the shifted-input page that a reading does not hold."""

import streamlit as st
from torch import Tensor

from pages.decoder.shifted_input import compute
from ui.readings.reading import Change
from ui.readings.session import glass


@st.cache_data(max_entries=256, show_spinner=False)
def compute_replacement_effects(
    source_ids: tuple[int, ...],
    target_ids: tuple[int, ...],
    replacement_ids: tuple[int, ...],
    changes: tuple[Change, ...] = (),
) -> Tensor:
    """Return ``compute.compute_replacement_effects`` of the model with changes; memoized.

    Args:
        source_ids: source token ids, the end token included.
        target_ids: decoder input ids, the start token (which is not replaced) first.
        replacement_ids: for each decoder input token after the start token, the id that replaces
            it.
        changes: the visitor's changes to the network.

    Returns:
        KL divergences in bits, (replaced token, step).
    """
    return compute.compute_replacement_effects(
        glass().network_with(changes),
        source_ids,
        target_ids,
        replacement_ids,
        glass().edits(changes),
    )
