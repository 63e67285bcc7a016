"""Section "A link to hand in": a student's name, and the code of the results."""

from collections.abc import Sequence

import streamlit as st

from pages.start.tour.questions import QUESTIONS
from ui.choices import link, student
from ui.frame import about
from ui.frame.tour.record import Record
from ui.frame.tour.state import WORK
from ui.frame.tour.steps import TourStep
from ui.messages import _
from ui.result_code import OPEN, RIGHT, WRONG, QuestionResult, Result, encode_result

LETTERS = "abc"


def show_hand_in(tour_record: Record, steps: Sequence[TourStep]) -> None:
    """Show a field for the student's name, and the code of the tour's results, which is also put
    into the link.
    """
    who = student.name_field()
    began, took = student.working_time(WORK)
    code = encode_result(result(tour_record, steps, who, began, took))
    link.store_control("result", code, "")
    st.code(code, language=None, wrap_lines=True)


def result(
    tour_record: Record, steps: Sequence[TourStep], student: str, began: str, minutes: int
) -> Result:
    """Return the result of a student's tour: its steps and the answers to its questions, each
    right, wrong or open.

    Args:
        tour_record: the visitor's record.
        steps: the steps of this tour.
        student: the typed name.
        began: day and time of the beginning.
        minutes: duration in minutes.
    """
    visits = {stop.page: tour_record.find_visit(stop.page) for stop in steps}
    stops = {
        page: RIGHT if visit.result else WRONG if visit.skipped else OPEN
        for page, visit in visits.items()
    }
    answers = []
    for number, question in enumerate(QUESTIONS):
        said = tour_record.answers.get(number, -1)
        known = said in range(len(LETTERS))
        mark = OPEN if not known else RIGHT if said == question.right else WRONG
        letter = LETTERS[said] if known else ""
        words = (_(question.text), _(question.answers[said])) if mark == WRONG else ()
        name = f"{number + 1} of the tour"
        answers.append(QuestionResult(name, question.page, mark, letter, *words))
    made = f"{about.read_citation_field('version')} {about.short_fingerprint()}"
    return Result(student, began, minutes, "", made, answers, stops)
