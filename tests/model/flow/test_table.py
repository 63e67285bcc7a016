"""Which kind a decision is of, and what the table of kinds counts."""

import random
from types import SimpleNamespace

import pytest
import torch

from model.config import ModelConfig
from model.data.own import ASSETS, read_parallel_rows
from model.flow.__main__ import format_table, main
from model.flow.kinds import GENDER, KINDS, NEGATION, QUESTION, find_decisions
from model.flow.linearized import linearize_pass
from model.flow.table import (
    draw_equal_number,
    draw_equal_total,
    head_shares,
    measure_decisions,
    unit_shares,
)
from model.glass import load


@pytest.fixture(scope="module")
def shipped():
    return load()


@pytest.fixture(scope="module")
def station(shipped):
    languages = shipped.config.languages[1:]
    readings = {
        one: shipped.read("Where is the station?", one, translation=said)
        for one, said in zip(
            languages, ("Où est la gare ?", "Wo ist der Bahnhof?", "¿Dónde está la estación?"),
            strict=True,
        )
    }  # fmt: skip
    return list(find_decisions(readings, shipped.tokenizer))


def test_an_articles_rival_has_the_other_gender_and_a_question_marks_is_the_full_stop(
    shipped, station
):
    pieces = {
        (one.kind, one.language): shipped.tokenizer.pieces(
            [one.decision.token, one.decision.foil]
        )
        for one in station
    }  # fmt: skip
    assert pieces[GENDER, "fr"] == ["▁la", "▁le"]
    assert pieces[GENDER, "de"] == ["▁der", "▁die"]
    assert pieces[GENDER, "es"] == ["▁la", "▁el"]
    assert pieces[QUESTION, "de"] == ["?", "."]


def test_a_decision_reads_what_was_written_before_it(station):
    assert {one.kind for one in station} <= set(KINDS)
    assert all(len(one.decision.prefix) == one.step + 1 for one in station)


@pytest.mark.parametrize(
    ("language", "said", "pieces"),
    [
        ("es", "No es moderno.", ["▁No"]),
        ("fr", "Il n'est pas moderne.", ["▁n", "▁pas"]),
        ("de", "Das ist kein Stein.", ["▁kein"]),
    ],
)
def test_a_negation_is_a_whole_word_and_no_ending(shipped, language, said, pieces):
    reading = shipped.read("It is not modern.", language, translation=said)
    found = find_decisions({language: reading}, shipped.tokenizer)
    negations = [one.decision.token for one in found if one.kind == NEGATION]
    assert shipped.tokenizer.pieces(negations) == pieces


@pytest.mark.parametrize("languages", [("fr", "en"), ("en", "de", "fr", "es")])
def test_english_is_translated_into_all_others_in_whichever_order_a_model_has_them(
    tmp_path, monkeypatch, languages
):
    asked = []

    def measure(glass, texts, others, advance):
        asked.append((texts, others))
        return {"kinds": {}}

    sizes = ModelConfig(languages=languages)
    glass = SimpleNamespace(config=sizes, fingerprint="")
    monkeypatch.setattr("model.flow.__main__.load", lambda folder: glass)
    monkeypatch.setattr("model.flow.__main__.measure_decisions", measure)
    main(["--model", str(tmp_path), "--lines", "3"])
    [(texts, others)] = asked
    assert others == [code for code in languages if code != "en"]
    assert set(texts) <= {
        english for english, *_ in read_parallel_rows(ASSETS / "own" / "valid.tsv.gz")
    }


def test_shares_of_all_heads_and_of_all_units_are_at_most_one_together(shipped, station):
    held = linearize_pass(shipped.network, station[0].decision)
    config = shipped.config
    for shares, count in (
        (head_shares(held), 3 * config.N * config.h),
        (unit_shares(held), 2 * config.N * config.d_ff),
    ):
        assert shares.shape == (count,)
        assert shares.abs().sum().item() == pytest.approx(1, abs=1e-4)


def test_the_table_counts_changed_answers_beside_those_of_random_cuts(shipped, monkeypatch):
    monkeypatch.setattr("model.flow.table.MAX_DECISIONS", 1)
    monkeypatch.setattr("model.flow.table.DRAWS", 1)
    done = []
    table = measure_decisions(shipped, ["Where is the station?"], ["es"], done.append)
    assert {GENDER, QUESTION} <= table["kinds"].keys()
    assert sum(done) == 1 + len(table["kinds"])
    for row in table["kinds"].values():
        assert row["decisions"] == len(row["examples"]) == 1
        shares = [one["share"] for one in row["heads"]]
        assert shares == sorted(shares, reverse=True)
        assert all(one["changed"] in (0, 1) for one in row["heads"] + row["units"])
    mean = table["means"]["encoder.embedding.embedding"]
    assert len(mean) == shipped.config.d_model
    assert format_table(table).count("\n") == len(table["kinds"])


def test_as_large_means_other_nodes_with_the_same_share_together():
    shares = torch.randn(200, generator=torch.Generator().manual_seed(3))
    best = shares.topk(5).indices.tolist()
    wanted = shares[best].abs().sum().item()
    chance = random.Random(1)
    draws = [draw_equal_total(shares, best, chance) for _ in range(20)]
    for drawn in draws:
        assert not set(drawn) & set(best)
        assert len(set(drawn)) == len(drawn) > len(best)
        assert shares[drawn].abs().sum().item() == pytest.approx(wanted, rel=0.05)
    assert len(set(map(tuple, draws))) == len(draws)


@pytest.mark.parametrize(
    ("others", "count"),
    [([9.0, 8.0], 0), ([0.5, 0.25], 2), ([0.9, 9.0], 1), ([1.5], 1), ([0.0, 0.0], 2)],
)
def test_nodes_that_would_be_too_large_are_left_where_they_are(others, count):
    """The best one has 1: what is drawn comes as near to it as it can, from either side."""
    drawn = draw_equal_total(torch.tensor([1.0, *others]), [0], random.Random(1))
    assert len(drawn) == count


def test_as_many_are_others():
    drawn = draw_equal_number(8, [1, 2, 3], random.Random(1))
    assert len(set(drawn)) == 3
    assert not {1, 2, 3} & set(drawn)
    assert sorted(draw_equal_number(4, [1, 2, 3], random.Random(1))) == [0]
