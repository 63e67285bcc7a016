"""Which sections of the page are open: that stands in the link, and closed ones cost nothing."""

from collections.abc import Sequence

import streamlit as st

from ui.choices import link

KEY, NONE, FIRST = "sections", "none", "positions"


def begin(names: Sequence[str]) -> None:
    """Take what is open out of the link, and leave out what is no section.

    Args:
        names: of all sections.
    """
    asked = link.restore(KEY, str, FIRST, lambda value: isinstance(value, str))
    _set([name for name in names if name in asked.split("-")])
    link.show(KEY, st.session_state[KEY], FIRST)


def is_open(name: str) -> bool:
    """Whether a section is open."""
    return name in st.session_state[KEY].split("-")


def open_(name: str) -> None:
    """Open a section from the next run on."""
    if not is_open(name):
        _set([*_now(), name])


def close(name: str) -> None:
    """Close a section from the next run on."""
    _set([other for other in _now() if other != name])


def follow(name: str) -> None:
    """Open or close a section as its heading was clicked."""
    (open_ if st.session_state[f"section_{name}"] else close)(name)


def _now() -> list[str]:
    return [name for name in st.session_state[KEY].split("-") if name != NONE]


def _set(names: Sequence[str]) -> None:
    st.session_state[KEY] = "-".join(names) or NONE
