"""What is counted as a long text, as a stop too early and as running in circles."""

import pytest

from model.robustness.long_texts import has_repeated_words, join_sentences, stops_early


def test_sentences_are_joined_until_they_are_long_and_never_too_long():
    pairs = join_sentences([f"one two {i}" for i in range(9)], [f"a {i}" for i in range(9)])
    assert [len(source.split()) for source, _ in pairs] == [12, 12]
    assert [reference for _, reference in pairs] == ["a 0 a 1 a 2 a 3", "a 4 a 5 a 6 a 7"]
    assert join_sentences(["word " * 30], ["mot"]) == []


def test_translations_of_the_same_sentence_are_not_joined():
    tu_or_vous = (["you are here"] * 5, [f"tu es ici {i}" for i in range(5)])
    assert join_sentences(*tu_or_vous) == join_sentences(*tu_or_vous[::-1]) == []


@pytest.mark.parametrize(
    ("text", "circles"),
    [
        ("no no no", True),
        ("I said that he said that he said that he left", True),
        ("he said that he said that she left", False),
        ("a b c d e", False),
        ("", False),
    ],
)
def test_words_three_times_in_a_row_are_a_circle(text, circles):
    assert has_repeated_words(text) is circles


def test_a_stop_is_early_below_six_tenths_of_the_reference():
    assert stops_early("one two", "1 2 3 4 5")
    assert not stops_early("one two three", "1 2 3 4 5")
