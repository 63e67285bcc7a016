"""What a page shows, told to the guided tour: facts of this run, and of no other."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

_TOLD = "told by the page"


def begin() -> None:
    """Begin a run without any published facts."""
    st.session_state[_TOLD] = {}


def tell(**facts: object) -> None:
    """Publish facts about what the page shows, for the guided tour."""
    st.session_state.setdefault(_TOLD, {}).update(facts)


def facts() -> Mapping[str, Any]:
    """Return the facts that the page published in this run."""
    return st.session_state.get(_TOLD, {})
