"""The table of directions: what counts as turned and as broken, and that its shares are shares."""

import json

import pytest

from model import storage
from model.changes.steering import Steering
from model.measures.certainty import Certainty
from model.steering.__main__ import format_table
from model.steering.pairs import find_direction, read_held_out, read_pairs
from model.steering.table import MarkerWords, SteeringTrial, find_markers, word_set


def test_a_translation_turned_if_it_has_a_wished_word_and_no_unwished_one():
    told = find_markers(["Wo wohnst du?", "Wo lebst du?"], ["Wo wohnen Sie?", "Wo leben Sie?"])
    assert told == MarkerWords(
        frozenset({"wohnen", "leben", "sie"}), frozenset({"wohnst", "lebst", "du"})
    )
    assert told.has_turned("Wo wohnen Sie?")
    assert told.has_turned("Leben Sie hier?")
    assert not told.has_turned("Wo wohnst du?")
    assert not told.has_turned("Wo wohnen Sie und du?")
    assert not told.has_turned("Wo?")


def test_marks_of_a_sentence_are_words_of_it_too():
    told = find_markers(["He sleeps."], ["He sleeps?"])
    assert told.has_turned("Sleeps he?")
    assert not find_markers(["He sleeps."], ["he sleeps."]).has_desired_words
    assert word_set("L'été, déjà!") == {"l", "'", "été", ",", "déjà", "!"}


@pytest.fixture(scope="module")
def shipped():
    return storage.load(storage.MODEL)


def test_nothing_turns_or_changes_without_a_direction_and_all_is_broken_where_nobody_is_sure(
    shipped,
):
    model, tokenizer = shipped
    held_out = read_held_out("plural")[:3]
    told = tuple(find_markers([one.pair.minus], [one.pair.plus]) for one in held_out)
    texts = tuple(one.text for one in held_out)
    direction = find_direction(model, tokenizer, read_pairs("plural"))
    for certainty, broken in ((None, 0.0), (Certainty(99.0, 0.0, 0.0), 1.0)):
        trial = SteeringTrial(model, tokenizer, certainty, "fr", texts, told)
        plain = trial.translate(Steering(direction, 0.0))
        assert trial.rates(plain, plain) == {
            "turned": 0.0, "whole": 0.0, "changed": 0.0, "broken": broken,
        }  # fmt: skip


def test_the_shipped_table_is_of_these_weights_and_its_shares_are_shares():
    table = json.loads((storage.MODEL / storage.STEERING).read_text(encoding="utf-8"))
    assert table["weights"] == storage.fingerprint(storage.MODEL)
    assert [*table["directions"]] == ["polite", "question", "plural", "past", "negation"]
    for one in table["directions"].values():
        assert [*one["languages"]] == ["fr", "de", "es"]
        for row in one["languages"].values():
            assert 0 < row["could turn"] <= row["sentences"] == 40
            for kind in ("direction", "random", "opposite"):
                assert len(row[kind]) == len(table["alphas"])
                assert all(0 <= share <= 1 for at in row[kind] for share in at.values())
                assert all(at["whole"] <= at["turned"] for at in row[kind])
    assert "polite" in format_table(table)
