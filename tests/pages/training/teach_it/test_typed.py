"""Whatever is typed as a lesson becomes pairs and questions, or one sentence."""

import pytest

from model.changes.lesson import LessonPair
from pages.training.teach_it.typed import MOST_QUESTIONS, Question, parse_pairs, parse_questions

KNOWN = ("en", "fr", "de")


def test_each_line_is_a_pair():
    typed = "A cat. = Un chat.\r\n\nA dog.\tUn chien."
    assert parse_pairs(typed, "en", "fr") == (
        LessonPair("en", "A cat.", "fr", "Un chat."),
        LessonPair("en", "A dog.", "fr", "Un chien."),
    )


def test_a_line_with_one_side_is_named():
    with pytest.raises(ValueError, match="Line 3 of the lesson"):
        parse_pairs("A = B\n\nA cat.", "en", "fr")


def test_a_question_may_name_its_language_and_its_answer():
    typed = "A cat.\nA dog. = Un chien.\nde: A cat. = Eine Katze.\nen: What = is"
    assert parse_questions(typed, "fr", KNOWN) == (
        Question("A cat.", "fr"),
        Question("A dog.", "fr", "Un chien."),
        Question("A cat.", "de", "Eine Katze."),
        Question("What", "en", "is"),
    )


def test_an_unknown_language_before_a_colon_is_a_part_of_the_sentence():
    assert parse_questions("it: is cold", "fr", KNOWN) == (Question("it: is cold", "fr"),)


@pytest.mark.parametrize(
    ("typed", "message"),
    [("a\n" * (MOST_QUESTIONS + 1), "at most"), ("= b", "Question 1 has no sentence")],
)
def test_questions_that_cannot_be_asked_are_named(typed, message):
    with pytest.raises(ValueError, match=message):
        parse_questions(typed, "fr", KNOWN)


def test_capitals_and_the_sign_at_the_end_decide_nothing():
    question = Question("A cat.", "fr", "Un chat.")
    assert question.is_right("un chat")
    assert question.is_right("Un chat !")
    assert not question.is_right("Une chatte.")
    assert not Question("A cat.", "fr").is_right("")
