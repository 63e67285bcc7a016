"""What the page asks the model besides a reading; cached."""

import streamlit as st
from torch import Tensor

from pages.decoder.shifted_input import compute
from ui.readings.reading import Change
from ui.readings.session import glass


@st.cache_data(max_entries=256, show_spinner=False)
def change_each_token(
    source: tuple[int, ...],
    target: tuple[int, ...],
    instead: tuple[int, ...],
    changes: tuple[Change, ...] = (),
) -> Tensor:
    """Return how far each prediction moves, in bits, when each token read is another."""
    return compute.change_each_token(
        glass().network_with(changes), source, target, instead, glass().edits(changes)
    )
