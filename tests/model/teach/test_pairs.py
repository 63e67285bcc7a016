"""A lesson says in one sentence what it cannot be."""

import pytest

from model.changes.lesson import Lesson, LessonPair
from model.teach.pairs import MOST_PAIRS, MOST_PIECES, check_pairs, read_pairs

PAIR = LessonPair("en", "A small boat.", "fr", "Une petite barque.")


def test_lines_with_tabs_are_pairs():
    text = "en\tA small boat.\tfr\tUne petite barque.\n\n fr \tLe pont.\ten\tThe bridge. \n"
    assert read_pairs(text) == (PAIR, LessonPair("fr", "Le pont.", "en", "The bridge."))


def test_other_lines_are_named():
    with pytest.raises(ValueError, match="line 2 has 2 columns, not 4"):
        read_pairs("en\tA\tfr\tB\nen\tA")


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "nothing to teach"),
        ([PAIR] * (MOST_PAIRS + 1), f"{MOST_PAIRS + 1} pairs"),
        ([PAIR, LessonPair("en", "The boat.", "fr", "")], "pair 2 has no translation"),
        ([LessonPair("en", " ", "fr", "Le pont.")], "pair 1 has no sentence"),
        ([LessonPair("it", "La barca.", "fr", "La barque.")], "no language “it”, only en"),
        ([LessonPair("en", "The boat.", "xx", "La barque.")], "no language “xx”, only en"),
        (
            [LessonPair("en", "goat " * MOST_PIECES, "fr", "Le pont.")],
            "sentence in pair 1 has .* pieces",
        ),
        ([LessonPair("en", "The boat.", "fr", "猫")], "a character that the vocabulary lacks"),
    ],
)
def test_what_cannot_be_taught_is_said_in_one_sentence(tokenizer, network, pairs, message):
    with pytest.raises(ValueError, match=message):
        check_pairs(pairs, tokenizer, network.config)


def test_what_can_be_taught_passes(tokenizer, network):
    check_pairs([PAIR] * MOST_PAIRS, tokenizer, network.config)


@pytest.mark.parametrize(
    "wrong", [{"steps": 0}, {"rate": 0.0}, {"rate": 2.0}, {"rehearsal": -1}, {"rank": -1}]
)
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))[:1]):
        Lesson(pairs=(PAIR,), **wrong)


def test_directions_are_named_once():
    pairs = PAIR, LessonPair("fr", "Le pont.", "en", "The bridge."), PAIR
    assert Lesson(pairs=pairs).language_pairs == (("en", "fr"), ("fr", "en"))
