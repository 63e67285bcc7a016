"""Facts about what a page shows in this run, published for the guided tour."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

_TOLD = "told by the page"


def begin_run() -> None:
    """Begin a Streamlit run: clear the facts that the page published."""
    st.session_state[_TOLD] = {}


def publish_facts(**facts: object) -> None:
    """Publish facts about what the page shows, by name, for the guided tour's checks."""
    st.session_state.setdefault(_TOLD, {}).update(facts)


def facts_of_run() -> Mapping[str, Any]:
    """Return the facts that the page published in this run, by name."""
    return st.session_state.get(_TOLD, {})
