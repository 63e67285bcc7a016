import json

import pytest
import streamlit as st

from pages.background.questions import exercise, predictions, remarks
from pages.background.questions.asks import QUESTION_KINDS, build_question, find_question_kinds
from ui.readings import session

PAGE = "questions"
SENTENCE = "The cat sleeps because it is tired."


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def answered(app, reading, name, choice):
    """Open the page of a visitor who has answered one of the questions and looks at it."""
    place = [ask.name for ask in find_question_kinds(reading)].index(name)
    found = build_question(find_question_kinds(reading)[place], reading)
    answer = exercise.check_answer(find_question_kinds(reading)[place], reading, choice)
    app.session_state["predictions"] = {(name, reading.text, "fr", ()): answer}
    app.session_state["question"] = place + 1
    app.run()
    assert not app.exception
    return found


def test_a_question_does_not_hold_its_answer_before_it_is_given(open_page, data_of, reading):
    app = open_page(PAGE, source=SENTENCE)
    data = data_of(app, "prediction")
    kinds = {ask.name: ask for ask in find_question_kinds(reading)}
    assert data["name"] == predictions.START
    found = build_question(kinds[predictions.START], reading)
    assert data["prompt"] == found.prompt
    assert data["options"] == [option.text for option in found.options]
    assert data["reveal"] is None
    assert found.explanation not in json.dumps(data, ensure_ascii=False)
    assert len(data["marks"]) == len(find_question_kinds(reading)) >= 12


def test_an_answer_reveals_what_was_measured_and_counts(open_page, data_of, reading):
    app = open_page(PAGE, source=SENTENCE)
    found = answered(app, reading, "favourite", 1)
    data, right = data_of(app, "prediction"), 1 in found.right_indices
    reveal = data["reveal"]
    assert reveal["right"] == sorted(found.right_indices)
    assert reveal["measured"] == [option.measured for option in found.options]
    assert reveal["explanation"] == found.explanation
    assert data["score"] == [int(right), 1]
    assert data["marks"][data["place"]] is right
    # Another sentence has its own questions; the score of the visit stays.
    app.text_input(key="source").set_value("Hello.").run()
    data = data_of(app, "prediction")
    assert data["reveal"] is None
    assert data["score"] == [int(right), 1]


def test_starting_over_forgets_what_is_counted_alone(monkeypatch):
    answers = {"of this exercise": 1, "of another sentence": 2}
    monkeypatch.setattr(st, "session_state", {predictions.ANSWERS: answers})
    monkeypatch.setattr(predictions.student, "reset_working_time", lambda work: None)
    predictions.reset_answers(["of this exercise", "not answered"], True)
    assert answers == {"of another sentence": 2}


def test_a_question_that_a_shorter_sentence_lacks_gives_way(open_page, data_of):
    app = open_page(PAGE, source="a", to="en")
    app.session_state["question"] = 99
    app.run()
    assert not app.exception
    data = data_of(app, "prediction")
    assert data["place"] == len(data["marks"]) - 1


def test_the_end_counts_the_answers_and_the_laws_among_the_questions():
    laws, count = sum(ask.invariant for ask in QUESTION_KINDS), len(QUESTION_KINDS)
    before = remarks.describe_takeaway(QUESTION_KINDS, [])
    assert f"**{count}** questions" in before
    assert f"The other **{laws}** have the same answer" in before
    after = remarks.describe_takeaway(QUESTION_KINDS, [True, False, True])
    assert f"**3 of {count}** questions about this sentence, 2 of them right" in after
