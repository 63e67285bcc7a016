"""Building a lecture while browsing: a button on each page adds the page as it is shown."""

from urllib.parse import urlencode

import streamlit as st

from ui.choices import controls, link
from ui.frame import explain, modes
from ui.frame.tour.lecture import split_stops
from ui.messages import _, ngettext

HOME = "teach_with_it"  # where tasks are written, and the order is changed
_LINES, _ON = "lecture", "pages are collected"  # in the session, so that they outlast a page


def lines() -> str:
    """Return the draft of the lecture, as its editor shows it."""
    return st.session_state.get(_LINES, "")


def keep(typed: str) -> None:
    """Store the draft of the lecture in the session."""
    st.session_state[_LINES] = typed


def is_on() -> bool:
    """Whether pages show the button that adds them to the lecture."""
    return st.session_state.get(_ON, False)


def switch() -> None:
    """Toggle whether pages show the button that adds them to the lecture."""
    st.session_state[_ON] = not is_on()


def offer(page: str) -> None:
    """Draw the button "Add this page to the lecture", while pages are being collected."""
    mode = modes.now()
    if not is_on() or page == HOME or mode.embedded or mode.presented:
        return
    reading = controls.reading()
    said = {"source": reading.text, "to": reading.language}
    with st.container(key="collect", horizontal=True, vertical_alignment="center"):
        st.button(
            _("Add this page to the lecture"), key="add_page", on_click=_add, args=(page, said)
        )
        stops = len(split_stops(lines()))
        so_far = ngettext("{count} stop so far", "{count} stops so far", stops)
        st.text(so_far.format(count=stops))
        explain.link_to(HOME, _("Write the tasks →"))


def _add(page: str, said: dict[str, str]) -> None:
    """Append a page to the draft, as a link with all choices of its last run."""
    shown = urlencode(said | link.choices_for_others())
    keep(f"{lines().strip()}\n\n/{page}?{shown}".strip())
