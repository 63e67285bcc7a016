"""What a page shows, told to the guided tour: facts of this run, and of no other."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

_TOLD = "told by the page"


def begin() -> None:
    """Begin a run: nothing is told yet."""
    st.session_state[_TOLD] = {}


def tell(**facts: object) -> None:
    """Tell what the page shows now; only what is at hand anyway, and no tensors."""
    st.session_state.setdefault(_TOLD, {}).update(facts)


def facts() -> Mapping[str, Any]:
    """Return what was told in this run."""
    return st.session_state.get(_TOLD, {})
