"""The menu: all pages by section, for Streamlit's navigation."""

from copy import copy
from functools import cache

import streamlit as st

from ui.contents import FRONT, PAGES, SECTIONS
from ui.frame.texts import folder
from ui.messages import _, language


def build_navigation() -> dict[str, list]:
    """Return the pages of the menu, by section title, as new ``st.Page`` objects.

    They are copies, because Streamlit notes in such an object whether its page is being shown.
    """
    made = make_navigation_pages(language())
    return {section: [copy(page) for page in pages] for section, pages in made.items()}


@cache  # finding the files of all pages again takes longer than drawing many a page
def make_navigation_pages(language: str) -> dict[str, list]:
    """Return the pages of the menu, by section title, as ``st.Page`` objects shared by all runs.

    Args:
        language: code of the current interface language, in which the titles are written; no other
            may be given. It is a parameter only for the cache.
    """
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
