"""The sections of a page: closed until opened; a closed one is neither computed nor sent.

The link holds the open ones: their names joined by "-", "all" or "none". Without that, the first
is open. Opening all holds for the next pages, too; otherwise each page stays as it was left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.choices import link
from ui.frame.contents_line import ContentsEntry, show_contents_line

KEY, ALL, NONE = "sections", "all", "none"
_RUN, _LEFT = "sections of this run", "sections left open"


@dataclass(frozen=True)
class _PageRun:
    """One run of a page: the sections of its text, and what it has drawn so far.

    Args:
        page: name of the page.
        names: names of the sections in its text.
        headings: headings of the sections drawn so far, by name.
        contents: placeholder of the table of contents, above the first section.
        fact: trusted HTML: what the page says about the visitor's sentence.
        ending: placeholder at the page's end that repeats it.
    """

    page: str
    names: Sequence[str]
    headings: dict[str, str] = field(default_factory=dict)
    contents: DeltaGenerator | None = None
    fact: str = ""
    ending: DeltaGenerator | None = None


def begin_run() -> None:
    """Begin a Streamlit run: forget the placeholders that the previous run drew."""
    before = st.session_state.get(_RUN, _PageRun("", ()))
    st.session_state[_RUN] = _PageRun(before.page, before.names)


def begin_page(page: str, names: Sequence[str]) -> None:
    """Begin a page: restore which of its sections are open, from the link or the last visit.

    Args:
        page: name of the page.
        names: names of the sections in its text.
    """
    left = st.session_state.setdefault(_LEFT, {})
    before = st.session_state.get(_RUN)
    if before and before.page not in ("", page) and st.session_state[KEY] != ALL:
        left[before.page] = st.session_state[KEY]
        link.reset_control(KEY)
        if page in left:
            st.session_state[KEY] = left[page]
    asked = link.restore_control(KEY, str, "", lambda value: isinstance(value, str))
    if asked not in ("", ALL):
        asked = "-".join(name for name in asked.split("-") if name in names) or NONE
        st.session_state[KEY] = asked
    link.store_control(KEY, asked, "")
    st.session_state[_RUN] = _PageRun(page, names)


def store_page_fact(line: str) -> None:
    """Store the page's finding about the visitor's text, a sentence, to repeat at the page's end.

    A later call replaces the sentence.

    Args:
        line: the sentence, as trusted HTML.
    """
    run = replace(st.session_state[_RUN], fact=line)
    if run.ending:  # a fragment reran, and the page's end does not
        run.ending.html(line)
    st.session_state[_RUN] = run


def is_page_drawn() -> bool:
    """Whether the page was drawn to its end, so that a fragment of it runs alone now."""
    return bool(st.session_state[_RUN].ending)


def show_page_fact(container: DeltaGenerator) -> None:
    """Draw the line that ``store_page_fact`` stored, if any, in a container at the page's end."""
    run = st.session_state[_RUN]
    if run.fact:
        st.session_state[_RUN] = replace(run, ending=container.html(run.fact))


def register_section(name: str, heading: str) -> bool:
    """Register a section of the page, by its name in links; return whether it is open.

    Args:
        name: the section's name in links.
        heading: its heading, as shown.
    """
    run = st.session_state[_RUN]
    if not run.headings:
        run = st.session_state[_RUN] = replace(run, contents=st.container(key="contents"))
    run.headings[name] = heading
    return is_open(name)


def is_open(name: str) -> bool:
    """Whether the section of this page with this name in links is open."""
    return st.session_state[KEY] == ALL or name in _list_open_sections()


def open_section(name: str) -> None:
    """Open the section of this page with this name in links, from the next script run on."""
    if not is_open(name):
        _set_open_sections([*_list_open_sections(), name])


def open_section_on_page(page: str, name: str) -> None:
    """Open a section of this or another page, which shows when that page is drawn next.

    Args:
        page: name of the page.
        name: the section's name in links.
    """
    if st.session_state[_RUN].page == page:
        open_section(name)
    else:
        left = st.session_state.setdefault(_LEFT, {})
        others = [] if left.get(page, NONE) == NONE else left[page].split("-")
        left[page] = "-".join(dict.fromkeys([*others, name]))


def close_section(name: str) -> None:
    """Close the section of this page with this name in links, from the next script run on."""
    everything = (
        st.session_state[_RUN].headings if st.session_state[KEY] == ALL else _list_open_sections()
    )
    _set_open_sections([other for other in everything if other != name])


def toggle_section(name: str) -> None:
    """Open the section with this name in links if closed, else close it, from the next run on."""
    (close_section if is_open(name) else open_section)(name)


def show_contents() -> None:
    """Draw the table of contents in its placeholder, once all sections are registered."""
    run = st.session_state.get(_RUN)
    if run and run.contents and len(run.headings) > 1:
        entries = [
            ContentsEntry(name, heading, is_open(name)) for name, heading in run.headings.items()
        ]
        with run.contents:
            show_contents_line(
                entries, open_section, lambda wanted: _set_open_sections([ALL] if wanted else [])
            )


def _list_open_sections() -> list[str]:
    """Return the names of the open sections; the first one while nothing was chosen."""
    value, run = st.session_state[KEY], st.session_state[_RUN]
    if not value:
        return list(run.headings or run.names)[:1]
    return [name for name in value.split("-") if name != NONE]


def _set_open_sections(names: Sequence[str]) -> None:
    """Set which sections are open, from the next script run on."""
    st.session_state[KEY] = "-".join(names) or NONE
