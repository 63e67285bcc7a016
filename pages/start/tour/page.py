"""The tour's own page: its steps and the progress, six questions, the link to hand in."""

import streamlit as st

from pages.start.tour import remarks
from pages.start.tour.as_files import as_files
from pages.start.tour.hand_in import hand_in
from pages.start.tour.report import questions, stops
from ui.choices import page_facts
from ui.frame import explain
from ui.frame.tour import state
from ui.frame.tour.stops import ALL, STOPS
from ui.messages import _

NAME = "tour"

explain.opening(NAME)
on, record = state.tour(), state.record()
shown = on.stops if on else STOPS
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    begun = bool(record.visits)
    asked = ",".join(stop.page for stop in shown) if on and shown != STOPS else ALL
    if not all(record.at(stop.page).found for stop in shown):
        label = _("Go on") if begun else _("Start the tour")
        st.button(label, key="tour_begin", type="primary", on_click=state.begin, args=[asked])
    if on:
        st.button(_("Leave the tour"), key="tour_leave", on_click=state.leave)
    if begun or record.answers:
        st.button(_("Forget what I did"), key="tour_forget", on_click=state.forget)
    else:
        explain.link_to(
            "story", _("Would you rather read first? The story tells it in ten scenes →")
        )
explain.look_here(remarks.how_far(record, shown))
if explain.section(NAME, "The stops"):
    stops(record, shown)
if (not on or on.asks_at_end) and explain.section(NAME, "Six questions"):
    questions(record)
if explain.section(NAME, "A link to hand in"):
    hand_in(record, shown)
if explain.section(NAME, "This tour as files"):
    as_files(shown)
if explain.section(NAME, "For teachers"):
    explain.link_to("teach_with_it", _("Lesson plans, and your own lectures →"))
page_facts.tell(home=True)
