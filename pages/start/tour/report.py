"""The report of a tour: its steps with their results, and the quiz."""

import html
from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.start.tour import remarks
from pages.start.tour.questions import QUESTIONS
from ui.contents import find_page
from ui.frame import explain
from ui.frame.doubts import TranslatedWord
from ui.frame.quiz import show_question
from ui.frame.tour import state
from ui.frame.tour.record import Record
from ui.frame.tour.steps import TourStep
from ui.messages import _
from ui.readings.reading import Reading
from ui.words import format_percent


def show_words(words: Sequence[TranslatedWord], reading: Reading) -> None:
    """Show a translation, each word with how sure the model was of it.

    Args:
        words: the words of the translation.
        reading: the sentence.
    """
    items = "".join(
        f'<li class="{word.underline_class}"><span lang="{reading.language}" translate="no">'
        f"{html.escape(word.text)}</span>"
        f'<i style="--sure:{100 * word.probability:.0f}%"></i>'
        f"<small>{format_percent(word.probability)}</small></li>"
        for word in words
        if any(map(str.isalnum, word.text))
    )
    if items:
        title = _("How sure the model was of each word of its translation:")
        st.html(
            f'<p class="first_catch_title">{title}</p>'
            f'<ol class="first_catch" aria-label="{title}">{items}</ol>'
        )


def show_steps(tour_record: Record, steps: Sequence[TourStep]) -> None:
    """Show the list of a tour's steps: the task of each or, once it is done, its lesson and result.

    Results are shown as plain text, without Markdown or HTML, since a link may hold any text.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        steps: the tour's steps.
    """
    with st.container(key="tour_stops"):
        for number, stop in enumerate(steps, 1):
            sign, text, found = remarks.describe_step(tour_record, stop)
            with st.container(key=f"tour_stop_{number}", horizontal=True):
                st.text(sign)
                explain.show_page_link(stop.page, f"{number}. {find_page(stop.page).title}")
                with st.container(key=f"tour_told_{number}", gap=None):
                    st.text(text)
                    if found:
                        st.text(found)


def show_questions(tour_record: Record) -> None:
    """Show the quiz questions and, for those answered, whether the answer is right.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
    """
    for number, question in enumerate(QUESTIONS):
        answer = tour_record.answers.get(number)
        key = f"tour_question_{number}"
        show_question(number + 1, question, answer, key, partial(_store_answer, number))


def _store_answer(question_number: int, choice: int) -> None:
    """Store an answer in the visitor's record."""
    state.save_record(state.current_record().with_answer(question_number, choice))
