"""Pieces become words, and lines cross, as the cross-attention page says."""

import pytest

from pages.decoder.cross_attention.lines import find_crossings
from pages.decoder.cross_attention.rows import is_punctuation, merge_tokens, number_words
from ui.readings.reading import Token


def test_words_keep_their_apostrophe_and_lose_their_full_stop():
    pieces = [("(", False), ("qu", True), ("'", True), ("il", True), (".", True), ("!", True)]
    tokens = [Token(text, joined=joined) for text, joined in pieces]
    numbers = number_words(tokens)
    assert numbers == [0, 1, 1, 1, 2, 3]
    assert [token.text for token in merge_tokens(tokens, numbers)] == ["(", "qu'il", ".", "!"]
    assert number_words([Token("..."), Token("🙂", joined=True)]) == [0, 1]
    assert not is_punctuation(Token("🙂"))
    assert not is_punctuation(Token("</s>", special=True))


BYTES = ["<0xE6>", "<0xBC>", "<0xA2>"]  # of one character


@pytest.mark.parametrize(
    ("pieces", "numbers", "words"),
    [
        (BYTES, [0, 1, 2], BYTES),
        (BYTES, [0, 0, 0], ["漢"]),
        (BYTES[:2], [0, 0], ["<0xE6><0xBC>"]),
        (["a", *BYTES[1:]], [0, 0, 0], ["a<0xBC><0xA2>"]),
        (["<0x41>"], [0], ["<0x41>"]),
        (["�", *BYTES], [0, 0, 0, 0], ["�漢"]),
    ],
)
def test_bytes_keep_their_names_until_they_are_a_whole_character(pieces, numbers, words):
    joined = merge_tokens([Token(text) for text in pieces], numbers)
    assert [word.text for word in joined] == words


def test_crossing_lines_are_those_whose_order_is_turned():
    assert find_crossings({0: 0, 1: 2, 3: 1, 4: 1}) == {0: [], 1: [3, 4], 3: [1], 4: [1]}
