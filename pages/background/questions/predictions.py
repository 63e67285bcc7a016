"""Predict, then reveal: the answers of a session, the score, and the current question."""

from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from pages.background.questions import exercise, remarks
from pages.background.questions.asks import Question, QuestionKind, build_question, get_number
from pages.background.questions.exercise import check_answer, find_all_questions
from pages.background.questions.views.prediction import (
    QuestionCard,
    QuestionPage,
    Reveal,
    show_question_card,
)
from ui import contents
from ui.choices import controls, link, student
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading

NUMBER, ANSWERS, OPENED = "question", "predictions", "prediction seen"  # session keys, not in links
START = "least_sure"  # name of the question that a visit begins with


def show_questions() -> None:
    """Show questions one at a time: those on the current sentence, or those of an exercise."""
    reading = controls.current_reading()
    card = st.container()
    asks, chosen = exercise.choose_questions(reading)  # shown below the card
    if not chosen:
        with card:
            _show_current_question(asks, chosen)
        return
    explain.show_takeaway(remarks.describe_exercise(len(asks)))
    answers = st.session_state.setdefault(ANSWERS, {})
    exercise.restore_answers(asks, reading, answers, _answer_key)
    _show_current_question(asks, chosen)
    given = {
        ask.name: answer for ask in asks if (answer := answers.get(_answer_key(reading, ask.name)))
    }
    if exercise.is_set_by_link():
        exercise.store_answers(asks, given)
        times = student.working_time(exercise.WORK)
        if given:
            exercise.show_result(asks, reading, given, times)
    else:
        exercise.show_exercise_link(reading)
    exercise.show_worksheets(asks, reading)


def _show_current_question(question_kinds: Sequence[QuestionKind], is_exercise: bool) -> None:
    """Show the card of the current question, with its callbacks; without an exercise, the page's
    end counts the answers.
    """
    reading = controls.current_reading()
    of_visit = st.session_state.get(ANSWERS, {})
    of_sentence = [_answer_key(reading, ask.name) for ask in question_kinds]
    counted = of_sentence if is_exercise else list(of_visit)
    if not is_exercise:
        given = [of_visit[key].right for key in of_sentence if key in of_visit]
        explain.defer_sentence_fact(remarks.describe_takeaway(question_kinds, given))
    names = [ask.name for ask in question_kinds]
    start = names.index(START) + 1 if START in names and not is_exercise else 1
    place = min(st.session_state.get(NUMBER, start), len(question_kinds)) - 1
    with st.spinner(_("The model is computing the answer ...")):
        now = build_question(question_kinds[place], reading)
    show_question_card(
        build_card(reading, question_kinds, place, now, counted),
        answer=_record_answer,
        go=partial(controls.set_choice, NUMBER),
        see=_prepare_page,
        reset=partial(reset_answers, counted),
    )


def build_card(
    reading: Reading,
    question_kinds: Sequence[QuestionKind],
    question_index: int,
    question: Question,
    scored_keys: Sequence[tuple],
) -> QuestionCard:
    """Return the data with which the browser draws the card of the current question.
    The right answer is left out until the person has answered.

    Args:
        reading: the current reading.
        question_kinds: the kinds of questions to be asked.
        question_index: index in ``question_kinds`` of the current question.
        question: the current question.
        scored_keys: keys of the answers that count for the score: those of the exercise, or all of
            this session.
    """
    of_visit = st.session_state.get(ANSWERS, {})
    answers = [of_visit.get(_answer_key(reading, ask.name)) for ask in question_kinds]
    scored = [of_visit[key].right for key in scored_keys if key in of_visit]
    own, page = answers[question_index], contents.find_page(question_kinds[question_index].page)
    held = len(answers) - answers.count(None) < len(answers) and _reveals_at_end()
    return QuestionCard(
        name=question_kinds[question_index].name,
        place=question_index,
        marks=["given" if answer and held else answer and answer.right for answer in answers],
        given=own.choice if own and held else None,
        numbers=[get_number(ask) for ask in question_kinds],
        score=(sum(scored), 0 if held else len(scored)),
        prompt=question.prompt,
        options=[option.text for option in question.options],
        reveal=None if own is None or held else _reveal(question, own.choice),
        page=QuestionPage(f"./{page.name}", _(page.title)),
        open=st.session_state.pop(OPENED, False),
    )


def _reveal(question: Question, chosen: int) -> Reveal:
    """Return what was measured of the current question's options."""
    return Reveal(
        chosen=chosen,
        right=sorted(question.right_indices),
        shares=[option.share for option in question.options],
        measured=[option.measured for option in question.options],
        explanation=question.explanation,
        look=urlencode(question.page_choices),
    )


def _record_answer(event: Mapping) -> None:
    """Record an answer from the view; only the first answer to each question counts."""
    reading = controls.current_reading()
    for ask in find_all_questions(reading):
        if ask.name == event["name"]:
            answers = st.session_state.setdefault(ANSWERS, {})
            if answer := check_answer(ask, reading, event["choice"]):
                answers.setdefault(_answer_key(reading, ask.name), answer)
                student.record_working_time(exercise.WORK)


def _prepare_page(name: str) -> None:
    """Preset the controls of a question's page, so that it opens where the answer is shown."""
    reading = controls.current_reading()
    for ask in find_all_questions(reading):
        if ask.name == name:
            link.preset_controls(build_question(ask, reading).page_choices)
            st.session_state[OPENED] = True


def reset_answers(answer_keys: Sequence[tuple], _event: bool) -> None:
    """Delete answers and the start time of the exercise from the session.

    Args:
        answer_keys: keys of the answers to be deleted.
        _event: the event of the reset button; not used.
    """
    for key in answer_keys:
        st.session_state[ANSWERS].pop(key, None)
    student.reset_working_time(exercise.WORK)


def _reveals_at_end() -> bool:
    """Return whether the right answers are shown only after the last question."""
    return st.session_state.get("reveal") == exercise.AT_END


def _answer_key(reading: Reading, name: str) -> tuple:
    """Return the session key of an answer: question, sentence, language and changes."""
    return name, reading.text, reading.language, reading.changes
