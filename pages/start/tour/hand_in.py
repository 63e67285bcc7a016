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
    """Show a field for the student's name, and below it the tour's results as a code to hand in.

    The page's link contains the code, too.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        steps: the tour's steps.
    """
    who = student.name_field()
    began, took = student.working_time(WORK)
    code = encode_result(result(tour_record, steps, who, began, took))
    link.store_control("result", code, "")
    st.code(code, language=None, wrap_lines=True)


def result(
    tour_record: Record, steps: Sequence[TourStep], student: str, began: str, minutes: int
) -> Result:
    """Return a student's result of a tour: a mark for each step, and one for each question.

    The mark of a step is right if it is done, wrong if it was skipped, else open. The mark of a
    question is right, wrong, or open if it was not answered.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        steps: the tour's steps.
        student: the name that the student typed.
        began: day and time of the beginning, such as "2026-01-31 09:30".
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
