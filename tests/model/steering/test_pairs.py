"""Pairs that make a direction: ours are what they are said to be, and each fault has its name."""

import pytest

from model.faults import Fault
from model.steering.pairs import (
    DIRECTIONS,
    MOST_PAIRS,
    ContrastPair,
    check_pairs,
    find_direction,
    read_held_out,
    read_pairs,
)
from model.tokenizer import EOS, UNK

TWO = (
    ContrastPair("The boat drifts.", "The boats drift."),
    ContrastPair("The rose is old.", "The roses are old."),
)


@pytest.mark.parametrize("name", DIRECTIONS)
def test_twelve_pairs_make_each_direction_and_forty_other_sentences_measure_it(name):
    pairs, held_out = read_pairs(name), read_held_out(name)
    assert (len(pairs), len(held_out)) == (12, 40)
    assert len({one.text for one in held_out}) == 40
    made_of = {text for pair in pairs for text in (pair.minus, pair.plus)}
    measured = {text for one in held_out for text in (one.text, one.pair.minus, one.pair.plus)}
    assert not made_of & measured
    assert all(pair.minus != pair.plus for pair in (*pairs, *(one.pair for one in held_out)))
    assert all(one.text == one.pair.minus for one in held_out) or name == "polite"


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([], "no pair yet"),
        (TWO[:1], "one pair is too few"),
        (
            [ContrastPair(f"A boat {n}.", f"Boats {n}.") for n in range(MOST_PAIRS + 1)],
            "41 pairs, but the limit is 40",
        ),
        ([TWO[0], ContrastPair("", "A goat.")], "pair 2 has no first sentence"),
        ([TWO[0], ContrastPair("A goat.", " ")], "pair 2 has no second sentence"),
        ([TWO[0], ContrastPair("A goat.", "A goat.")], "pair 2 has the same sentence twice"),
        ([*TWO, TWO[0]], "pairs 1 and 3 are identical"),
        (
            [TWO[0], ContrastPair("rose " * 130, "A goat.")],
            "pieces, but the model reads at most 128",
        ),
    ],
)
def test_what_is_wrong_with_pairs_is_named(tokenizer, pairs, said):
    with pytest.raises(Fault, match=said):
        check_pairs(pairs, tokenizer)


def test_a_character_that_the_vocabulary_lacks_is_named(tokenizer, monkeypatch):
    monkeypatch.setattr(
        tokenizer, "encode", lambda text: [UNK if sign == "猫" else ord(sign) for sign in text]
    )
    with pytest.raises(Fault, match="pair 2 contains a character"):
        check_pairs([TWO[0], ContrastPair("猫", "goat")], tokenizer)


def test_the_door_finds_the_direction_of_two_lists(glass):
    plus, minus = ([getattr(one, side) for one in TWO] for side in ("plus", "minus"))
    found = glass.direction(plus, minus)
    assert found == find_direction(glass.network, glass.tokenizer, TWO)
    assert found.plus[0] == (*glass.tokenizer.encode(TWO[0].plus), EOS)
    written = glass.direction(plus, minus, "decoder.layers.0.add_and_norm_3.output", to="fr")
    assert written.start == glass.tokenizer.start("fr")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"plus": ["The boats drift."]}, "but there are 1 on one side and 2 on the other"),
        ({"at": "logits"}, "no direction can be found at logits, only at memory"),
        ({"at": "decoder.layers.0.add_and_norm_3.output"}, "needs to know which language"),
        ({"name": "No name"}, "lowercase letters"),
    ],
)
def test_a_wish_that_makes_no_sense_has_a_sentence(glass, change, said):
    asked = {"plus": [one.plus for one in TWO], "minus": [one.minus for one in TWO]}
    with pytest.raises(ValueError, match=said):
        glass.direction(**(asked | change))
