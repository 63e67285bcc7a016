"""A small lecture editor: links of pages and tasks as lines, one link as the result."""

import streamlit as st

from pages.background.teach_with_it import remarks
from ui.choices import controls, link
from ui.contents import FRONT
from ui.frame import explain, lecture_builder, qr_code
from ui.frame.server import MAX_QUERY_LENGTH
from ui.frame.tour import state
from ui.frame.tour.lecture import pack_lecture, parse_lecture
from ui.messages import _


def show_lecture_editor() -> None:
    """Let a teacher write a lecture; show its steps and its link."""
    st.session_state.setdefault("lecture_lines", lecture_builder.read_lecture_draft())
    controls.truncate_field("lecture_lines", controls.LONGEST_LINES)
    lines = st.text_area(
        _("Links and tasks"),
        key="lecture_lines",
        height=220,
        placeholder=_(remarks.LECTURE_PLACEHOLDER),
    )
    controls.warn_if_full(lines, controls.LONGEST_LINES)
    lecture_builder.store_lecture_draft(lines)
    label = _("Stop collecting") if lecture_builder.is_collecting() else _("Collect pages as I go")
    st.button(label, key="collect_pages", on_click=lecture_builder.toggle_collecting)
    stops, faults = parse_lecture(lines)
    if faults:
        explain.show_unusable_lines(faults)
    if not stops:
        return
    packed = pack_lecture(stops)
    query = link.shareable_query_string({"tour": packed})
    for number, stop in enumerate(stops, 1):
        st.text(f"{number}. {stop.title}: {stop.task or _('(no task)')}")
    st.text(remarks.describe_lecture(stops, len(query), MAX_QUERY_LENGTH))
    if len(query) > MAX_QUERY_LENGTH:
        return
    with st.container(key="lecture_done", horizontal=True, vertical_alignment="center"):
        st.button(
            _("Start this lecture"), key="lecture_start", on_click=_start_lecture, args=[packed]
        )
        with st.popover(_("Link and code")):
            qr_code.show_qr_code(query, stops[0].page if stops[0].page != FRONT else "")


def _start_lecture(packed: str) -> None:
    """Start the tour of a packed lecture."""
    state.reset_tour()
    state.begin_tour(packed)
