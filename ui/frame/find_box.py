"""A box above the menu that finds pages by their titles and terms by the glossary."""

from functools import cache

import streamlit as st

from ui.contents import PAGES
from ui.frame import modes, terms
from ui.messages import language
from ui.views import view
from ui.views.kept import keep

_find_box = view(__file__, picture=False)


def find_box() -> None:
    """Draw the box, except in a frame of somebody's page, which has no menu."""
    if not modes.now().embedded:
        with st.sidebar:
            _find_box(key="find_box", data={"pages": keep(_pages(language()))})


@cache
def _pages(language: str) -> list[dict[str, object]]:
    """Return what can be found: each page, and the terms that it explains."""
    return [
        {
            "title": page.title,
            "address": page.address,
            "terms": [term.term for term in terms.entries() if term.page == page.name],
        }
        for page in PAGES
    ]
