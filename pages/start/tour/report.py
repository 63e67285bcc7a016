"""The report of a tour: what was done at each stop, and the answers."""

from collections.abc import Sequence

import streamlit as st

from pages.start.tour import remarks
from pages.start.tour.questions import QUESTIONS
from ui.contents import page
from ui.frame import explain
from ui.frame.tour import state
from ui.frame.tour.record import Record
from ui.frame.tour.stops import Stop
from ui.messages import _


def stops(record: Record, shown: Sequence[Stop]) -> None:
    """List the stops, with what was found at each; a link may hold any text for that."""
    with st.container(key="tour_stops"):
        for number, stop in enumerate(shown, 1):
            sign, text = remarks.at_stop(record, stop)
            with st.container(key=f"tour_stop_{number}", horizontal=True):
                st.text(sign)
                explain.link_to(stop.page, f"{number}. {page(stop.page).title}")
                st.text(text)


def questions(record: Record) -> None:
    """Ask the questions; those that are answered say whether they are right."""
    for number, question in enumerate(QUESTIONS):
        answer = record.answers.get(number, -1)
        answered = answer in range(len(question.answers))
        key, text = f"tour_question_{number}", f"{number + 1}. {_(question.text)}"
        if answered:  # as text: who reads on later sees what was chosen, and in full colour
            st.html(remarks.list_answers(text, question, answer))
            explain.finding(remarks.verdict(question, answer))
            explain.link_to(question.page, f"{page(question.page).title} →")
            continue
        st.radio(
            text,
            range(len(question.answers)),
            index=None,
            format_func=[_(one) for one in question.answers].__getitem__,
            key=key,
            on_change=_answer,
            args=(number, key),
        )


def _answer(number: int, key: str) -> None:
    """Note an answer."""
    if st.session_state[key] is not None:
        state.keep(state.record().with_answer(number, st.session_state[key]))
