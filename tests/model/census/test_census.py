"""The program: a row for every head, its table beside the weights, errors in one sentence."""

import json

import pytest

from model import hypotheses, storage
from model.census import __main__ as program
from model.census import curves, professions
from model.census.__main__ import encode_own_pairs, main, measure_heads, read_alignment_errors
from model.census.curves import count_curves
from model.census.importance import gate_gradient, losses_by_silencing
from model.census.orders import list_heads
from model.census.professions import read_professions
from model.parts import ATTENTIONS
from model.storage import ALIGNMENT, CENSUS, MODEL, fingerprint
from model.tokenizer import EOS


@pytest.fixture
def folder(network, tokenizer, tmp_path):
    storage.save(network, tokenizer, tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """What takes minutes for a whole census takes a second."""
    some = read_professions()[:2]
    monkeypatch.setattr(program, "SENTENCES", 3)
    monkeypatch.setattr(curves, "SEEDS", 2)
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 2)
    monkeypatch.setattr(professions, "read_professions", lambda: some)


def test_our_sentences_are_asked_in_every_direction_in_turn(tokenizer):
    pairs = encode_own_pairs(tokenizer)
    starts = [target[0] for _, target in pairs]
    assert starts == [tokenizer.start(code) for code in ("fr", "en", "fr")]
    assert all(source[-1] == target[-1] == EOS for source, target in pairs)


def test_a_heads_importance_is_the_mean_over_sentences(network, tokenizer):
    pairs = encode_own_pairs(tokenizer)
    rows, _, _ = measure_heads(network, tokenizer, pairs, None)
    assert [(r["attention"], r["layer"], r["head"]) for r in rows] == [
        (one.attention, one.layer, one.head) for one in list_heads(network.config)
    ]
    lost = sum(losses_by_silencing(network, *pair) for pair in pairs) / len(pairs)
    slope = sum(gate_gradient(network, *pair).abs() for pair in pairs) / len(pairs)
    for row in rows:
        place = [*ATTENTIONS].index(row["attention"]), row["layer"], row["head"]
        assert row["silencing"] == pytest.approx(lost[place].item(), abs=1e-4)
        assert row["gradient"] == pytest.approx(slope[place].item(), abs=1e-4)


def test_the_command_prints_a_summary_and_stores_the_table(folder, data, capsys):
    main(["--data", str(data), "--lines", "1", "--model", str(folder)])
    table = json.loads((folder / CENSUS).read_text())
    assert table["weights"] == fingerprint(folder)
    assert (table["sentences"], table["lines"], table["directions"]) == (3, 1, 2)
    assert not table["aligned"]
    assert len(table["heads"]) == 6
    assert len(table["curves"]) == count_curves(2)
    assert {row["language"] for row in table["professions"]} == {"fr"}
    assert len(table["professions"]) == 4
    out = capsys.readouterr().out
    assert "cross, random 2" in out
    assert "/ 2" in out


def test_the_error_of_a_head_is_that_of_its_better_row_and_only_of_these_weights(folder):
    row = {"layer": 0, "head": 1, "shift": "reads", "mean": 0.3}
    mean = {**row, "head": None, "mean": 0.1}
    table = {"weights": fingerprint(folder), "rows": [row, {**row, "mean": 0.2}, mean]}
    assert read_alignment_errors(folder) is None
    (folder / ALIGNMENT).write_text(json.dumps(table))
    assert read_alignment_errors(folder) == {(0, 1): 0.2}
    (folder / ALIGNMENT).write_text(json.dumps({**table, "weights": "others"}))
    assert read_alignment_errors(folder) is None


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--data", "/nowhere"], "has no file valid"),
        (["--data", "{data}", "--lines", "0"], "--lines 0 must be at least 1"),
        (["--data", "{data}", "--model", "/nowhere"], "there is no model"),
    ],
)
def test_a_wrong_question_ends_in_one_sentence(data, asked, words):
    with pytest.raises(SystemExit, match=words) as ended:
        main([one.format(data=data) for one in asked])
    assert "\n" not in str(ended.value)


def test_the_shipped_table_was_measured_on_the_shipped_weights():
    """After a new model: python -m model.census --data DIR"""
    table = json.loads((MODEL / CENSUS).read_text(encoding="utf-8"))
    assert table["weights"] == fingerprint(MODEL)
    assert table["sentences"] >= 200
    assert table["aligned"]
    assert len({row.get("seed") for row in table["curves"]}) == 6  # five by chance, and none
