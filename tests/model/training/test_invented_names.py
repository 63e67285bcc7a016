import random
import re

import pytest

from model import storage
from model.storage import MODEL
from model.tokenizer import UNK
from model.training.invented_names import ENDS, ONSETS, VOWELS, name, number, renamed


@pytest.mark.parametrize("seed", range(20))
def test_a_shared_name_becomes_the_same_other_name_in_both(seed):
    first, second = renamed("Tom, I saw Tom.", "Tom, j'ai vu Tom.", random.Random(seed))
    new = re.match(r"\w+", first)[0]
    assert first == f"{new}, I saw {new}."
    assert second == f"{new}, j'ai vu {new}."
    assert new != "Tom"
    assert new == new.capitalize()


def test_a_shared_number_becomes_one_with_as_many_digits():
    first, second = renamed("It costs 250 euros.", "Cela coûte 250 euros.", random.Random(1))
    [new] = re.findall(r"\d+", first)
    assert len(new) == 3
    assert new in second


@pytest.mark.parametrize(
    ("first", "second"),
    [("Mary came.", "Marie est venue."), ("I see 5 cows.", "Je vois 5 vaches."), ("", "")],
)
def test_what_is_not_shared_or_too_short_stays(first, second):
    assert renamed(first, second, random.Random(0)) == (first, second)


def test_a_name_inside_another_word_stays():
    first, second = renamed("Tom likes Tomahawks.", "Tom aime.", random.Random(0))
    assert "Tomahawks" in first
    assert not second.startswith("Tom ")


def test_made_up_names_differ_and_numbers_have_no_leading_zero():
    chance = random.Random(0)
    assert len({name(chance) for _ in range(100)}) > 90
    assert all(number("1000", chance)[0] != "0" for _ in range(50))


def test_the_shipped_vocabulary_knows_every_character_of_a_made_up_name():
    tokenizer = storage.load(MODEL)[1]
    for onset in ONSETS:
        assert UNK not in tokenizer.encode(f"{onset}a".capitalize()), onset
    for ending in (*VOWELS, *ENDS):
        assert UNK not in tokenizer.encode(f"Ba{ending}"), ending
