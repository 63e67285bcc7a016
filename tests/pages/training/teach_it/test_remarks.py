"""What is said of a lesson fits what was measured."""

import math
from dataclasses import replace

import pytest

from model.changes.lesson import Lesson, LessonPair
from pages.training.teach_it import remarks, tables
from pages.training.teach_it.compute import Examination
from pages.training.teach_it.typed import Question

LESSON = Lesson(pairs=(LessonPair("en", "a", "fr", "b"),))
QUESTIONS = (Question("a <b>", "fr", "c"), Question("d", "fr", "e"), Question("f", "fr"))


def examination(step, translations=("c", "x", "y"), held_out=-1.0):
    return Examination(step, (2.0,) * (step + 1), translations, held_out, 10, False)


@pytest.mark.parametrize(
    ("fall", "words"),
    [
        (0.0, "as likely as before: we measure **no forgetting**"),
        (0.05, "It forgot"),
        (-0.05, "more likely on average: we measure **no forgetting**"),
        (3.0, "has lost"),
    ],
)
def test_forgetting_is_said_by_how_far_the_held_out_sentences_fell(fall, words):
    seen = [examination(0), examination(30, held_out=-1.0 - fall)]
    assert words in remarks.describe_forgetting(LESSON, seen)


def test_the_factor_is_the_fall_per_token():
    seen = [examination(0), examination(30, held_out=-1.5)]
    assert f"{math.exp(0.5):.2f} times" in remarks.describe_forgetting(LESSON, seen)


def test_only_questions_with_an_answer_are_counted():
    assert "**1 of 2** questions" in remarks.describe_takeaway(
        LESSON, QUESTIONS, [examination(0)], ""
    )


def test_what_people_typed_stays_text():
    seen = [examination(0), examination(5, translations=("<i>", "e", ""))]
    written = tables.examination_table_html(QUESTIONS, seen)
    written += tables.questions_table_html(QUESTIONS, seen[1])
    assert "a &lt;b&gt;" in written
    assert "<b>" not in written
    assert "<i>" not in written


def test_matrices_have_the_papers_names():
    names = {
        "E.weight": 0.1,
        "encoder.layers.0.self_attention.W_Q.weight": 0.2,
        "decoder.layers.1.cross_attention.W_V.weight": 0.4,
        "decoder.layers.1.feed_forward.W_1.weight": 0.3,
    }
    stacks = remarks.group_changes_by_stack(names)
    assert stacks == {
        "E": {"E": 0.1},
        "encoder": {"1: W_Q": 0.2},
        "decoder": {"2: cross W_V": 0.4, "2: W_1": 0.3},
    }
    assert "cross W_V of decoder layer 2" in remarks.describe_largest_change(stacks)


def test_a_row_is_named_as_it_is_and_its_way_is_a_share_of_its_length():
    said = remarks.describe_row_changes("▁<b>", 0.0124, 0.006)
    assert str(said).startswith("The row of “<b>” moved furthest, by 1.24%")
    assert "moved by 0.60% or more" in str(said)


def test_it_forgot_if_held_out_sentences_lose_more_than_the_noise():
    first = examination(0)
    assert remarks.has_forgotten([first, examination(5, held_out=-1.02)])
    assert not remarks.has_forgotten([first, examination(5, held_out=-1.005)])
    assert not remarks.has_forgotten([first, examination(5, held_out=None)])


def test_the_end_counts_right_answers_before_and_now_and_asks_for_the_lesson():
    waiting = remarks.describe_result(LESSON, QUESTIONS, [examination(0)])
    assert "questions are right so far. Press Teach" in waiting
    taught = remarks.describe_result(LESSON, QUESTIONS, [examination(0), examination(5)])
    assert "questions are right now, and" in taught
    assert "Press Teach" not in taught
    unanswered = [replace(question, answer="") for question in QUESTIONS]
    assert remarks.describe_result(LESSON, unanswered, [examination(0)]).startswith("Press Teach")
