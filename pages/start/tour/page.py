"""The tour's own page: its steps and the progress, six questions, the link to hand in."""

import streamlit as st

from pages.start.tour import remarks
from pages.start.tour.as_files import show_files_section
from pages.start.tour.hand_in import show_hand_in
from pages.start.tour.report import show_questions, show_steps, show_words
from ui.choices import controls, page_facts
from ui.frame import doubts, explain
from ui.frame.tour import state
from ui.frame.tour.steps import ALL, TOUR_STEPS
from ui.messages import _

NAME = "tour"

explain.show_opening(NAME)
reading = controls.current_reading()
on, record = state.current_tour(), state.current_record()
shown = on.steps if on else TOUR_STEPS
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    begun = bool(record.visits)
    asked = ",".join(stop.page for stop in shown) if on and shown != TOUR_STEPS else ALL
    if not all(record.find_visit(stop.page).result for stop in shown):
        label = _("Go on") if begun else _("Start the tour")
        st.button(label, key="tour_begin", type="primary", on_click=state.begin_tour, args=[asked])
    if on:
        st.button(_("Leave the tour"), key="tour_leave", on_click=state.leave_tour)
    if begun or record.answers:
        st.button(_("Forget what I did"), key="tour_forget", on_click=state.reset_tour)
    else:
        explain.show_page_link(
            "story", _("Would you rather read first? The story tells it in ten scenes →")
        )
    st.markdown(remarks.describe_progress(record, shown))
words = doubts.list_output_words(reading)
show_words(words, reading)
explain.show_sentence_fact(remarks.describe_weakest_word(words))
explain.defer_sentence_fact(remarks.describe_surest_and_weakest_word(words))
if explain.show_section(NAME, "The stops"):
    show_steps(record, shown)
if (not on or on.asks_at_end) and explain.show_section(NAME, "Six questions"):
    show_questions(record)
if explain.show_section(NAME, "A link to hand in"):
    show_hand_in(record, shown)
if explain.show_section(NAME, "This tour as files"):
    show_files_section(shown)
if explain.show_section(NAME, "For teachers"):
    explain.show_page_link("teach_with_it", _("Lesson plans, and your own lectures →"))
page_facts.publish_facts(home=True)
