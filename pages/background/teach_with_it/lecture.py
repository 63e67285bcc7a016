"""A small lecture editor: links of pages and tasks as lines, one link as the result."""

import streamlit as st

from pages.background.teach_with_it import remarks
from ui.choices import controls, link
from ui.contents import FRONT
from ui.frame import collecting, explain, qr_code
from ui.frame.server import LONGEST_LINK
from ui.frame.tour import state
from ui.frame.tour.lecture import pack_lecture, read_lines
from ui.messages import _


def editor() -> None:
    """Let a teacher write a lecture; show its steps and its link."""
    st.session_state.setdefault("lecture_lines", collecting.lines())
    controls.shorten("lecture_lines", controls.LONGEST_LINES)
    lines = st.text_area(
        _("Links and tasks"),
        key="lecture_lines",
        height=220,
        placeholder=_(remarks.FORM),
    )
    controls.warn_if_full(lines, controls.LONGEST_LINES)
    collecting.keep(lines)
    label = _("Stop collecting") if collecting.is_on() else _("Collect pages as I walk")
    st.button(label, key="collect_pages", on_click=collecting.switch)
    stops, faults = read_lines(lines)
    if faults:
        explain.unusable(faults)
    if not stops:
        return
    packed = pack_lecture(stops)
    query = link.query_for_others({"tour": packed})
    for number, stop in enumerate(stops, 1):
        st.text(f"{number}. {stop.title}: {stop.task or _('(no task)')}")
    st.text(remarks.lecture(stops, len(query), LONGEST_LINK))
    if len(query) > LONGEST_LINK:
        return
    with st.container(key="lecture_done", horizontal=True, vertical_alignment="center"):
        st.button(_("Start this lecture"), key="lecture_start", on_click=_start, args=[packed])
        with st.popover(_("Link and code")):
            qr_code.code(query, stops[0].page if stops[0].page != FRONT else "")


def _start(packed: str) -> None:
    """Start the tour of a packed lecture."""
    state.forget()
    state.begin(packed)
