"""A lesson is examine_lesson on its way, and only a whole one can be used."""

import itertools

import pytest

from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import TaughtWeights, is_lesson_cached
from model.glass import Glass, load
from model.translate import translate
from pages.training.teach_it.compute import (
    EVERY,
    Examination,
    examine_lesson,
    find_split_word_pieces,
    find_step_learned,
)
from pages.training.teach_it.typed import Question

LESSON = Lesson(
    pairs=(LessonPair("en", "A small boat.", "fr", "Une petite barque."),), steps=7, rehearsal=0
)
QUESTIONS = (Question("The goat.", "fr"), Question("Le pont.", "en"))


@pytest.fixture
def glass(network, tokenizer):
    return Glass(network, tokenizer)


def test_it_is_examined_before_on_the_way_and_at_the_end(glass):
    seen = list(examine_lesson(glass, LESSON, QUESTIONS))
    assert [one.step for one in seen] == [0, EVERY, LESSON.steps]
    assert [len(one.losses) for one in seen] == [one.step + 1 for one in seen]
    assert [one.is_cached for one in seen] == [False, False, True]


def test_the_last_examination_is_of_the_model_that_is_kept(glass):
    *_, last = examine_lesson(glass, LESSON, QUESTIONS)
    taught = TaughtWeights(LESSON).network(glass.network)
    again = translate(taught, glass.tokenizer, [q.text for q in QUESTIONS], ["fr", "en"])
    assert list(last.translations) == [one.text for one in again]


def test_a_lesson_that_takes_too_long_ends_early_and_is_not_kept(glass):
    clock = itertools.count(step=40.0).__next__
    lesson = Lesson(pairs=LESSON.pairs, steps=20, rehearsal=0, seed=5)
    seen = list(examine_lesson(glass, lesson, QUESTIONS, clock))
    assert seen[-1].step < lesson.steps
    assert not seen[-1].is_cached
    assert not is_lesson_cached(glass.network, lesson)


def test_a_direction_without_held_out_sentences_has_no_curve(glass):
    lesson = Lesson(pairs=(LessonPair("en", "The boat.", "en", "The boat."),), steps=1, rehearsal=0)
    assert all(one.held_out_log_p is None for one in examine_lesson(glass, lesson, ()))


def test_the_pieces_of_words_that_are_cut_are_found_and_signs_belong_to_no_word():
    tokenizer = load().tokenizer
    pairs = [LessonPair("en", "I don't see glorps, grublets.", "fr", "J'ai un chat.")]
    found = "".join(tokenizer.pieces(find_split_word_pieces(pairs, tokenizer)))
    assert found.startswith("▁gl")
    assert "▁J" not in found
    assert "▁chat" not in found
    assert "." not in found


@pytest.mark.parametrize(
    ("said", "since"),
    [
        (["a", "a"], None),
        (["b", "b"], 0),
        (["a", "b"], 5),
        (["b", "a", "b"], 10),
        (["b", "a"], None),
    ],
)
def test_right_is_counted_from_where_it_stays_right(said, since):
    seen = [Examination(5 * n, (), (text,), None, 0, False) for n, text in enumerate(said)]
    assert find_step_learned(Question("x", "fr", "b"), 0, seen) == since
