"""An exercise: chosen questions, answers that live in the link, a result to hand in."""

import pytest

from pages.background.questions import exercise, remarks
from pages.background.questions.asks import ASKS, question
from ui.readings import session

TEXT = "The dog is sleeping."


def asked(number):
    return question(ASKS[number - 1], session.read(TEXT, "fr"))


def right_letter(number):
    return exercise.LETTERS[min(asked(number).right)]


def wrong_letter(number):
    options = range(len(asked(number).options))
    return exercise.LETTERS[next(i for i in options if i not in asked(number).right)]


def result_of(app):
    [text] = [block.value for block in app.code if block.value.startswith("Sentence:")]
    return text


def test_only_the_questions_of_the_link_are_asked_by_their_own_numbers(open_page, data_of):
    app = open_page("questions", source=TEXT, questions="5, 12,1")
    assert data_of(app, "prediction")["numbers"] == [5, 12, 1]
    assert not app.exception


def test_answers_of_the_link_are_scored_and_stand_in_the_result(open_page):
    link = f"5{right_letter(5)}-1{wrong_letter(1)}"
    text = result_of(open_page("questions", source=TEXT, questions="5,12,1", answers=link))
    assert f"Sentence: {TEXT}" in text
    assert "Score: 1 of 3 right" in text
    assert "12. not answered yet" in text
    assert f"5. {asked(5).prompt}" in text
    truth = asked(1).options[min(asked(1).right)].text
    assert f"(wrong; right is: {truth}" in text


def test_an_answer_goes_into_the_link_which_gives_the_same_result(open_page):
    app = open_page("questions", source=TEXT, questions="5", answers=f"5{right_letter(5)}")
    assert app.session_state["answers"] == f"5{right_letter(5)}"
    assert app.session_state["parameters shown"]["answers"] == f"5{right_letter(5)}"
    assert app.session_state["parameters shown"]["questions"] == "5"


def test_without_an_exercise_nothing_is_handed_in(open_page, data_of):
    app = open_page("questions", source=TEXT)
    assert len(data_of(app, "prediction")["numbers"]) > 15
    assert not [block for block in app.code if block.value.startswith("Sentence:")]


@pytest.mark.parametrize("answers", ["5z", "x", "99a-5h", "5" * 300, "5a5b"])
def test_answers_that_make_no_sense_are_left_out(open_page, answers):
    app = open_page("questions", source=TEXT, questions="5", answers=answers)
    assert not app.exception
    assert app.session_state["answers"] in ("", "5a")


@pytest.mark.parametrize(
    ("typed", "wanted", "said"),
    [
        ("", [], ""),
        ("5", [5], ""),
        ("five", [], "Name questions by their numbers, 1 to 22: until then all are asked."),
        ("99", [99], "There is no question 99: they go from 1 to 22."),
        ("0 99", [0, 99], "There are no questions 0, 99: they go from 1 to 22."),
        ("11", [11], "Question 11 makes no sense for this sentence."),
    ],
)
def test_what_is_not_asked_is_said(typed, wanted, said):
    there = [number for number in range(1, 23) if number != 11]
    assert remarks.left_out(typed, wanted, there, 22) == said
