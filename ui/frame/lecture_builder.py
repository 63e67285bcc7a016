"""Building a lecture while browsing: a button on each page adds the page as it is shown."""

from urllib.parse import urlencode

import streamlit as st

from ui.choices import controls, link
from ui.frame import explain, modes
from ui.frame.tour.lecture import split_lecture_steps
from ui.messages import _, ngettext

HOME = "teach_with_it"  # where tasks are written, and the order is changed
_LINES, _ON = "lecture", "pages are collected"  # in the session, so that they outlast a page


def read_lecture_draft() -> str:
    """Return the visitor's lecture draft as typed, "" if none; ``parse_lecture`` reads it."""
    return st.session_state.get(_LINES, "")


def store_lecture_draft(draft: str) -> None:
    """Store the draft of the lecture, as typed, in the session."""
    st.session_state[_LINES] = draft


def is_collecting() -> bool:
    """Whether pages show the button that adds them to the lecture draft."""
    return st.session_state.get(_ON, False)


def toggle_collecting() -> None:
    """Toggle whether pages show the button that adds them to the lecture draft."""
    st.session_state[_ON] = not is_collecting()


def show_add_page_button(page: str) -> None:
    """Draw the button "Add this page to the lecture" while ``is_collecting``."""
    mode = modes.current_mode()
    if not is_collecting() or page == HOME or mode.embedded or mode.presented:
        return
    reading = controls.current_reading()
    said = {"source": reading.text, "to": reading.language}
    with st.container(key="collect", horizontal=True, vertical_alignment="center"):
        st.button(
            _("Add this page to the lecture"),
            key="add_page",
            on_click=_add_page_to_lecture,
            args=(page, said),
        )
        stops = len(split_lecture_steps(read_lecture_draft()))
        so_far = ngettext("{count} stop so far", "{count} stops so far", stops)
        st.text(so_far.format(count=stops))
        explain.show_page_link(HOME, _("Write the tasks →"))


def _add_page_to_lecture(page: str, choices: dict[str, str]) -> None:
    """Append a page to the lecture draft, as a link with all choices of its last run."""
    shown = urlencode(choices | link.shareable_choices())
    store_lecture_draft(f"{read_lecture_draft().strip()}\n\n/{page}?{shown}".strip())
