"""How pages are shown: as ever, in a frame of somebody's page, a view alone, or presented."""

import re
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ui import views
from ui.choices import link

HERE = Path(__file__).parent
_MODE = "how pages are shown"


@dataclass(frozen=True)
class Mode:
    """How pages are shown to this visitor, as the address said when they came.

    Args:
        embedded: in a frame: no menu, no bar.
        view: the one view that is shown there; None for all.
        part: of that view, the one part that is shown: what its script calls ``data-part``.
        presented: on a projector: no menu, larger letters, a figure a screen.
    """

    embedded: bool = False
    view: str | None = None
    part: str | None = None
    presented: bool = False

    def parameters(self) -> dict[str, str]:
        """Return what the address has to keep; Streamlit keeps its own."""
        presented = "true" if self.presented else None
        named = {"view": self.view, "part": self.part, "present": presented}
        return {name: value for name, value in named.items() if value}


def begin() -> Mode:
    """Begin a run: read the mode from the address where somebody arrives at one."""
    if link.is_arrival() or _MODE not in st.session_state:
        asked = st.query_params
        embedded = bool(st.context.is_embedded)
        view = asked.get("view") if embedded else None
        if view:
            link.ask({"sections": "all"})  # it may stand in any
        part = asked.get("part") if view else None
        presented = asked.get("present") == "true"
        st.session_state[_MODE] = Mode(embedded, view or None, part or None, presented)
    mode = now()
    views.begin(mode.view)
    for name in ("embedded", "presented"):
        if getattr(mode, name):
            st.html(HERE / f"{name}.css")
    if mode.view and re.fullmatch(r"[\w-]{1,60}", mode.view):
        st.html(f"<style>{_alone(mode.view)}</style>")
    if mode.part and re.fullmatch(r"[\w-]{1,60}", mode.part):
        others = f'[data-part]:not([data-part="{mode.part}"])'
        st.html(f'<style>:has(> [data-part="{mode.part}"]) > {others} {{ display: none; }}</style>')
    return mode


def is_presentation() -> bool:
    """Return whether pages are presented, before a run has begun: the menu is closed then."""
    asked = st.query_params.get("present") == "true"
    return asked or st.session_state.get(_MODE, Mode()).presented


def now() -> Mode:
    """Return how pages are shown to this visitor."""
    return st.session_state[_MODE]


def _alone(key: str) -> str:
    """Return the style that leaves nothing but one view, and what is said below it."""
    kept = f".st-key-{key}, .st-key-embedded"
    blocks = ":is(.stMainBlockContainer, .stVerticalBlock, .stHorizontalBlock, .stColumn)"
    others = f"{blocks} > *:not({kept}, .st-key-embedded *):not(:has({kept}))"
    return f"{others} {{ display: none !important; }}"
