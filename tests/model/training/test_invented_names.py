import random
import re

import pytest

from model.training.invented_names import name, number, replace_name


@pytest.mark.parametrize("seed", range(20))
def test_a_shared_name_becomes_the_same_other_name_in_both(seed):
    first, second = replace_name("Tom, I saw Tom.", "Tom, j'ai vu Tom.", random.Random(seed))
    new = re.match(r"\w+", first)[0]
    assert first == f"{new}, I saw {new}."
    assert second == f"{new}, j'ai vu {new}."
    assert new != "Tom"
    assert new == new.capitalize()


def test_a_shared_number_becomes_one_with_as_many_digits():
    first, second = replace_name("It costs 250 euros.", "Cela coûte 250 euros.", random.Random(1))
    [new] = re.findall(r"\d+", first)
    assert len(new) == 3
    assert new in second


@pytest.mark.parametrize(
    ("first", "second"),
    [("Mary came.", "Marie est venue."), ("I see 5 cows.", "Je vois 5 vaches."), ("", "")],
)
def test_what_is_not_shared_or_too_short_stays(first, second):
    assert replace_name(first, second, random.Random(0)) == (first, second)


def test_a_name_inside_another_word_stays():
    first, second = replace_name("Tom likes Tomahawks.", "Tom aime.", random.Random(0))
    assert "Tomahawks" in first
    assert not second.startswith("Tom ")


def test_made_up_names_differ_and_numbers_have_no_leading_zero():
    chance = random.Random(0)
    assert len({name(chance) for _ in range(100)}) > 90
    assert all(number("1000", chance)[0] != "0" for _ in range(50))


def test_some_names_are_in_another_script_and_some_pairs_without_names_get_the_same_emoji():
    chance = random.Random(0)
    assert any(not re.search("[a-z]", name(chance)) for _ in range(200))
    pairs = [replace_name("I sing.", "Je chante.", chance) for _ in range(200)]
    signs = [(first.removeprefix("I sing."), second[10:]) for first, second in pairs]
    assert all(first == second for first, second in signs)
    assert 0 < sum(bool(sign) for sign, _ in signs) < 30
