"""A box above the menu that finds pages by their titles and terms by the glossary."""

from functools import cache

import streamlit as st

from ui.contents import PAGES
from ui.frame import modes, terms
from ui.views import view

_find_box = view(__file__, picture=False)


def find_box() -> None:
    """Draw the box, except in a frame of somebody's page, which has no menu."""
    if not modes.now().embedded:
        with st.sidebar:
            _find_box(key="find_box", data={"entries": _entries()})


@cache
def _entries() -> list[dict[str, str]]:
    """Return what can be found: names, and the title and the address of a page for each."""
    first = PAGES[0].name
    address = {page.name: "./" if page.name == first else f"./{page.name}" for page in PAGES}
    pages = [{"name": one.title, "page": "", "address": address[one.name]} for one in PAGES]
    explained = [
        {"name": term.term, "page": term.title, "address": address[term.page]}
        for term in terms.entries()
    ]
    return pages + explained
