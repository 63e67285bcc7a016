"""A box above the menu that finds pages, their sections and terms, by everyday words too.

``find_words.tsv`` holds these words for a page or one of its sections, in each language.
"""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import streamlit as st

from ui.contents import FRONT, PAGES, Page, find_page
from ui.frame import modes, sections, terms
from ui.frame.share import TITLE
from ui.frame.texts import read_page_sections, section_link_names, translate_heading
from ui.locales import ENGLISH
from ui.messages import _, language
from ui.views import register_view
from ui.views.data_cache import cache_or_inline

SYNONYMS_FILE = Path(__file__).with_name("find_words.tsv")
_PAGE_AND_SECTION = re.compile(r"\w{1,60} [\w-]{1,60}")  # names of a page and a section
_find_box = register_view(__file__, picture=False, schemas={"open": _PAGE_AND_SECTION})


def show_find_box() -> None:
    """Draw the search box in the sidebar; an embedded page has none."""
    if not modes.current_mode().embedded:
        with st.sidebar:
            data = {"entries": cache_or_inline(_collect_search_entries(language()))}
            _find_box(key="find_box", data=data, on_open_change=_open_search_result)


def _open_search_result(page_and_section: str) -> None:
    """Open the section that was chosen, given as "page section"."""
    page, __, section = page_and_section.partition(" ")
    sections.open_section_on_page(page, section)


@cache
def _collect_search_entries(language: str) -> list[dict[str, object]]:
    """Return all search entries: pages, sections, glossary terms, and the sharing panel."""
    words = read_search_synonyms(language)
    pages = [_make_search_entry(page, "", page.title, words) for page in PAGES]
    parts = [
        _make_search_entry(page, key, heading, words)
        for page in PAGES
        for key, heading in _list_section_headings(page)
    ]
    known = [
        _make_search_entry(page, "", term.term, {}) | {"page": page.title}
        for page in PAGES
        for term in terms.list_terms()
        if term.page == page.name
    ]
    below = _make_search_entry(find_page(FRONT), "share", _(TITLE).partition(":")[0], words) | {
        "page": ""
    }
    return [*pages, *parts, *known, below]


def _make_search_entry(
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


def _list_section_headings(page: Page) -> Iterator[tuple[str, str]]:
    """Yield (name in links, title) of the sections that a page draws, without formulas' $."""
    texts = read_page_sections(page.name)
    for heading, key in section_link_names(page.name).items():
        if texts[heading].startswith("> "):
            yield key, translate_heading(page.name, heading).replace("$", "")


@cache
def read_search_synonyms(language: str) -> dict[tuple[str, str], list[str]]:
    """Return the everyday words by which the search box finds a page or a section.

    Args:
        language: code of the interface language; English words are added in every language.

    Returns:
        (name of the page, name of the section in links) -> words; the section is "" for the page.
    """
    with SYNONYMS_FILE.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        (row["page"], row["section"]): list(
            dict.fromkeys(
                word for code in (language, ENGLISH) for word in (row.get(code) or "").split("; ")
            )
        )
        for row in rows
    }
