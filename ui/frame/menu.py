"""The menu: all pages by section, for Streamlit's navigation."""

from copy import copy
from functools import cache

import streamlit as st

from ui.contents import FRONT, PAGES, SECTIONS
from ui.frame.texts import folder
from ui.messages import _, language


def menu() -> dict[str, list]:
    """Return the pages of each section, for one run: Streamlit notes in them which one runs."""
    made = make_pages(language())
    return {section: [copy(page) for page in pages] for section, pages in made.items()}


@cache  # to look for the files of all pages again takes longer than many a page
def make_pages(language: str) -> dict[str, list]:
    found: dict[str, list] = {}
    for page in PAGES:
        made = st.Page(
            folder(page.name) / "page.py",
            title=page.title,
            url_path=page.name,
            default=page.name == FRONT,
        )
        found.setdefault(_(SECTIONS[page.section]), []).append(made)
    return found
