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
    """Return ``compute.compute_replacement_effects`` of the changed model; memoized.
    Row i is the KL divergence of each prediction, in bits, when input token i + 1 is replaced.
    """
    return compute.compute_replacement_effects(
        glass().network_with(changes),
        source_ids,
        target_ids,
        replacement_ids,
        glass().edits(changes),
    )
