"""How pages are displayed: normally, embedded in another site, a single view, or presented."""

import re
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ui import views
from ui.choices import link

HERE = Path(__file__).parent
_MODE = "how pages are shown"


@dataclass(frozen=True)
class DisplayMode:
    """How pages are displayed to this visitor, read from the URL on arrival.

    Args:
        embedded: whether the page is in an iframe: no menu, no bar.
        view: the only view shown when embedded; None for all.
        part: the only part of that view shown, its ``data-part``; None for all.
        presented: whether for a projector: no menu, larger text, one figure per screen.
    """

    embedded: bool = False
    view: str | None = None
    part: str | None = None
    presented: bool = False

    def parameters(self) -> dict[str, str]:
        """Query parameters of a link that keeps this display mode: "view", "part" and "present".

        Those that are not set are missing, and so is Streamlit's own "embed".
        """
        presented = "true" if self.presented else None
        named = {"view": self.view, "part": self.part, "present": presented}
        return {name: value for name, value in named.items() if value}


def begin_run() -> DisplayMode:
    """Begin a Streamlit run: return the display mode, read from the URL on arrival; add its CSS."""
    if link.is_arrival() or _MODE not in st.session_state:
        asked = st.query_params
        embedded = bool(st.context.is_embedded)
        view = asked.get("view") if embedded else None
        if view:
            link.preset_controls({"sections": "all"})  # the view may be in any section
        part = asked.get("part") if view else None
        presented = asked.get("present") == "true"
        st.session_state[_MODE] = DisplayMode(embedded, view or None, part or None, presented)
    mode = current_mode()
    views.begin_run(mode.view)
    for name in ("embedded", "presented"):
        if getattr(mode, name):
            st.html(HERE / f"{name}.css")
    if mode.view and re.fullmatch(r"[\w-]{1,60}", mode.view):
        st.html(f"<style>{_single_view_css(mode.view)}</style>")
    if mode.part and re.fullmatch(r"[\w-]{1,60}", mode.part):
        others = f'[data-part]:not([data-part="{mode.part}"])'
        st.html(f'<style>:has(> [data-part="{mode.part}"]) > {others} {{ display: none; }}</style>')
    return mode


def is_presentation() -> bool:
    """Whether this visit is in presentation mode; may be called before ``begin_run``."""
    asked = st.query_params.get("present") == "true"
    return asked or st.session_state.get(_MODE, DisplayMode()).presented


def current_mode() -> DisplayMode:
    """Return the display mode of this visitor, once ``begin_run`` has read it."""
    return st.session_state[_MODE]


def _single_view_css(key: str) -> str:
    """Return CSS that hides everything except one view and its caption."""
    kept = f".st-key-{key}, .st-key-embedded"
    blocks = ":is(.stMainBlockContainer, .stVerticalBlock, .stHorizontalBlock, .stColumn)"
    others = f"{blocks} > *:not({kept}, .st-key-embedded *):not(:has({kept}))"
    return f"{others} {{ display: none !important; }}"
