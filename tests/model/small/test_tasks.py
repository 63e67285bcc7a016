import random

import pytest

from model.small import tasks

LETTERS = tuple("cabba")


@pytest.mark.parametrize(
    ("function", "target"),
    [
        (tasks.copy_symbols, "cabba"),
        (tasks.reverse_symbols, "abbac"),
        (tasks.sort_symbols, "aabbc"),
    ],
)
def test_each_target_symbol_comes_from_the_place_that_is_named(function, target):
    example = function(LETTERS)
    assert "".join(example.target) == target
    assert tuple(LETTERS[i] for i in example.origin) == example.target
    assert sorted(example.origin) == list(range(5))


@pytest.mark.parametrize(
    ("day", "month", "year", "source", "target"),
    [
        (7, 3, 1987, ("7", "mar", "1", "9", "8", "7"), "1987-03-07"),
        (28, 12, 2001, ("2", "8", "dec", "2", "0", "0", "1"), "2001-12-28"),
    ],
)
def test_dates_are_written_year_first(day, month, year, source, target):
    example = tasks.date_example(day, month, year)
    assert (example.source, "".join(example.target)) == (source, target)
    assert len(example.origin) == 10
    read = [source[i] for i in example.origin]
    assert "".join(read[:4]) == str(year)
    assert read[5] == read[6] == source[len(str(day))]
    assert read[9] == str(day)[-1]


@pytest.mark.parametrize("name", ["copy", "reverse", "sort", "dates"])
def test_what_is_tested_is_never_drawn(name):
    task = tasks.make_task(name, max_length=3, seed=1, held_out_count=64)
    chance = random.Random(1)
    drawn = [task.draw(chance) for _ in range(300)]
    assert not set(drawn) & set(task.held_out)
    known = set(task.symbols)
    assert all(set(e.source) | set(e.target) <= known for e in (*drawn, *task.held_out))


def test_lengths_stay_within_what_was_asked_for():
    task = tasks.make_task("copy", max_length=5, seed=1, held_out_count=64)
    assert {len(example.source) for example in task.held_out} == {3, 4, 5}


def test_pairs_are_tested_on_what_is_learned():
    pair = (("a", "dog"), ("un", "chien"))
    task = tasks.make_task("pairs", 6, 1, 64, (pair,))
    assert task.held_out == (task.draw(random.Random(1)),) == (tasks.Example(*pair),)
    assert task.symbols == ("a", "dog", "un", "chien")


def test_a_pasted_word_that_looks_like_a_mark_is_a_word():
    pair = (("a", "</s>"), ("<pad>", "<go>"))
    task = tasks.make_task("pairs", 6, 1, 64, (pair,))
    for side in pair:
        assert min(task.ids(side)) >= len(tasks.SPECIAL_TOKENS)
        assert task.names(task.ids(side)) == side


def test_numbers_of_symbols_lead_back_to_them():
    task = tasks.make_task("copy", 6, 1, 4)
    assert task.names(task.ids("abj")) == ("a", "b", "j")
    assert task.ids(("z", "</s>")) == [1, 1]  # what was typed never becomes a mark
