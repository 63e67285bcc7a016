"""A box above the menu that finds pages, their sections and terms, by everyday words too.

``find_words.tsv`` holds these words for a page or one of its sections, in each language.
"""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import streamlit as st

from ui.contents import FRONT, PAGES, Page, page
from ui.frame import modes, sections, terms
from ui.frame.share import TITLE
from ui.frame.texts import names, prose, translate_heading
from ui.locales import ENGLISH
from ui.messages import _, language
from ui.views import view
from ui.views.kept import keep

WORDS = Path(__file__).with_name("find_words.tsv")
_PLACE = re.compile(r"\w{1,60} [\w-]{1,60}")  # names of a page and a section
_find_box = view(__file__, picture=False, says={"open": _PLACE})


def find_box() -> None:
    """Draw the search box in the sidebar; an embedded page has none."""
    if not modes.now().embedded:
        with st.sidebar:
            data = {"entries": keep(_entries(language()))}
            _find_box(key="find_box", data=data, on_open_change=_open)


def _open(place: str) -> None:
    """Open the section that was chosen, given as "page section"."""
    page, __, section = place.partition(" ")
    sections.open_on(page, section)


@cache
def _entries(language: str) -> list[dict[str, object]]:
    """Return all search entries: pages, sections, glossary terms, and the sharing panel."""
    words = everyday_words(language)
    pages = [_entry(page, "", page.title, words) for page in PAGES]
    parts = [
        _entry(page, key, heading, words) for page in PAGES for key, heading in _headings(page)
    ]
    known = [
        _entry(page, "", term.term, {}) | {"page": page.title}
        for page in PAGES
        for term in terms.entries()
        if term.page == page.name
    ]
    below = _entry(page(FRONT), "share", _(TITLE).partition(":")[0], words) | {"page": ""}
    return [*pages, *parts, *known, below]


def _entry(
    page: Page, section: str, name: str, words: dict[tuple[str, str], list[str]]
) -> dict[str, object]:
    """Return one search entry for the script: name, page, address, section, synonyms."""
    return {
        "name": name,
        "page": page.title if section else "",
        "address": page.address,
        "place": f"{page.name} {section}" if section else "",
        "words": words.get((page.name, section), []),
    }


def _headings(page: Page) -> Iterator[tuple[str, str]]:
    """Yield link name and title of each section that a page draws, without the $ of formulas."""
    texts = prose(page.name)
    for heading, key in names(page.name).items():
        if texts[heading].startswith("> "):
            yield key, translate_heading(page.name, heading).replace("$", "")


@cache
def everyday_words(language: str) -> dict[tuple[str, str], list[str]]:
    """Return everyday synonyms by (page, section), in a language and in English."""
    with WORDS.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        (row["page"], row["section"]): list(
            dict.fromkeys(
                word for code in (language, ENGLISH) for word in (row.get(code) or "").split("; ")
            )
        )
        for row in rows
    }
