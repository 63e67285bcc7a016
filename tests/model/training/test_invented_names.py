import random
import re
from string import ascii_letters, digits

import pytest

from model.data.vocabulary import COMMON_CHARACTERS
from model.training.invented_names import augment_pair, invent_name, invent_number


@pytest.mark.parametrize("seed", range(20))
def test_a_shared_name_becomes_the_same_other_name_in_both(seed):
    first, second = augment_pair("Tom, I saw Tom.", "Tom, j'ai vu Tom.", random.Random(seed))
    new = first.partition(", I saw ")[0]
    assert first == f"{new}, I saw {new}."
    assert second == f"{new}, j'ai vu {new}."
    assert new != "Tom"
    word = re.search(r"[^\W_]+", new)[0]
    assert word == word.capitalize()


def test_a_shared_number_becomes_one_with_as_many_digits():
    first, second = augment_pair("It costs 250 euros.", "Cela coûte 250 euros.", random.Random(1))
    [new] = {*re.findall(r"\d+", first)}
    assert len(new) == 3
    assert new in second


@pytest.mark.parametrize(
    ("first", "second"),
    [("Mary came.", "Marie est venue."), ("I see 5 cows.", "Je vois 5 vaches."), ("", "")],
)
def test_what_is_not_shared_or_too_short_mostly_stays(first, second):
    drawn = [augment_pair(first, second, random.Random(seed)) for seed in range(100)]
    assert drawn.count((first, second)) > 80


def test_a_name_inside_another_word_stays():
    first, second = augment_pair("Tom likes Tomahawks.", "Tom aime.", random.Random(0))
    assert "Tomahawks" in first
    assert not second.startswith("Tom ")


def test_made_up_names_differ_and_numbers_have_no_leading_zero():
    chance = random.Random(0)
    assert len({invent_name(chance) for _ in range(100)}) > 90
    assert all(invent_number("1000", chance)[0] != "0" for _ in range(50))


def test_some_names_are_in_another_script_and_begin_with_any_letter():
    chance = random.Random(0)
    names = [invent_name(chance) for _ in range(20_000)]
    assert any(not re.search("[a-z]", one) for one in names)
    assert {*"ÄÖÜÉÈÊÀÁÍÓÚÑÇŒX"} <= {one[0] for one in names}


def test_some_names_and_numbers_stand_with_the_same_sign_in_both():
    chance = random.Random(0)
    pairs = [augment_pair("I see Tom.", "Ich sehe Tom.", chance) for _ in range(2000)]
    assert all(
        first.removeprefix("I see ") == second.removeprefix("Ich sehe ") for first, second in pairs
    )
    lacking = (
        {*COMMON_CHARACTERS} - {*"".join(first for first, _ in pairs)} - {*ascii_letters, *digits}
    )
    assert not lacking - {*"!\"',-:?¡¿«»"}  # these stand in any text


def test_some_pairs_without_names_get_the_same_emoji_or_brackets():
    chance = random.Random(0)
    pairs = [augment_pair("I sing.", "Ich übe.", chance) for _ in range(500)]
    new = [pair for pair in pairs if pair != ("I sing.", "Ich übe.")]
    assert 10 < len(new) < 80
    assert any(first[0] in "([{«" for first, _ in new)
    for first, second in new:
        around = first.partition("I sing.")
        assert second == f"{around[0]}Ich übe.{around[2]}"
