"""The certainty is fitted to what the model says and somebody judged, and measured on the rest."""

import json
from dataclasses import replace

import pytest

from model.robustness import certainty
from model.robustness.certainty import fit_and_cross_validate, main
from model.robustness.typed import read_judgements, translate_for_judging, write_judgements
from model.storage import CERTAINTY, MODEL, fingerprint


@pytest.fixture
def judged(network, tokenizer, lines):
    texts = [f"{line} {number}" for line in lines["en"] for number in range(4)]
    rows = translate_for_judging(network, tokenizer, [("en", text) for text in texts])
    return [replace(row, verdict="no" if n % 3 else "yes") for n, row in enumerate(rows)]


def test_the_table_counts_what_was_judged_and_what_is_marked(network, tokenizer, judged):
    others = [
        replace(judged[0], translation="never said"),
        replace(judged[1], verdict=""),
        replace(judged[2], target="de"),
        replace(judged[3], source="de"),
    ]
    table = fit_and_cross_validate(network, tokenizer, [*judged, *others])
    assert (table["judged"], table["wrong"]) == (24, 16)
    assert 0 <= table["auroc"] <= 1
    assert {"intercept", "mean", "lowest", "reconstruction"} <= table.keys()
    assert sum(count for _, _, count in table["calibration"]) == 24
    assert table["without reconstruction"]["reconstruction"] == 0


def test_a_few_judgments_are_too_few(network, tokenizer, judged):
    with pytest.raises(ValueError, match="5 sentences with a judged translation are too few"):
        fit_and_cross_validate(network, tokenizer, judged[:5])


def test_the_program_writes_a_table_that_names_its_weights(
    network, tokenizer, judged, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(certainty.storage, "load", lambda folder: (network, tokenizer))
    monkeypatch.setattr(certainty, "fingerprint", lambda folder: "abc")
    write_judgements(judged, tmp_path / "judged.tsv")
    main(["--model", str(tmp_path)])
    table = json.loads((tmp_path / CERTAINTY).read_text())
    assert (table["weights"], table["judged"]) == ("abc", 24)
    assert "auroc" in capsys.readouterr().out


def test_the_shipped_table_belongs_to_the_shipped_weights_and_tells_better_than_chance():
    table = json.loads((MODEL / CERTAINTY).read_text())
    assert table["weights"] == fingerprint(MODEL)
    assert table["judged"] == sum(bool(row.verdict) for row in read_judgements())
    assert table["auroc"] > table["without reconstruction"]["auroc"] > 0.75
    assert table["marked_of_wrong"] > table["without reconstruction"]["marked_of_wrong"]
