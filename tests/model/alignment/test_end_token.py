"""What lies on the end token: shares of rows, and links of words whose row it swallows."""

import json

import torch

from model import storage
from model.alignment.aligned import AlignedPair
from model.alignment.end_token import (
    end_and_punctuation_weights,
    errors_by_head,
    format_table,
    is_punctuation,
    mean_shares,
)
from tests.close import near


def test_marks_are_punctuation_alone():
    assert [is_punctuation(piece) for piece in ("▁.", "?", "▁", "▁a", "l'", "</s>")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip


def test_shares_of_a_row_are_its_columns():
    weights = torch.rand(2, 3, 4, 5).softmax(dim=-1)
    found = end_and_punctuation_weights(weights, ["▁We", ",", "▁go", ".", "</s>"])
    assert torch.equal(found["end"], weights[..., 4])
    assert torch.equal(found["marks"], weights[..., 1] + weights[..., 3])


def test_mean_shares_are_those_of_the_rows_of_one_pass(network, tokenizer):
    [text] = ["The grey heron waits, beside the pond."]
    found = mean_shares(network, tokenizer, [text], "fr")
    assert len(found["end"]) == len(found["marks"]) == 1
    assert 0 < found["end"][0] + found["marks"][0] < 1


def test_a_word_that_the_end_token_swallows_is_linked_with_nothing(network, tokenizer):
    pair = AlignedPair(("The", "boat"), ("Le", "héron"), frozenset({(0, 0)}))
    rows = errors_by_head(network, tokenizer, {"en-fr": [pair]})
    assert {(row["layer"], row["head"]) for row in rows} == {(0, 0), (0, 1)}
    assert all(0 <= row[how] <= 1 for row in rows for how in ("with", "without"))


def test_the_shipped_table_is_of_these_weights():
    table = json.loads((storage.MODEL / storage.END_TOKEN).read_text(encoding="utf-8"))
    assert table["weights"] == storage.fingerprint(storage.MODEL)
    assert len(table["shares"]) == 12
    best = json.loads((storage.MODEL / storage.ALIGNMENT).read_text(encoding="utf-8"))["best"]
    by_head = {(row["layer"], row["head"]): row for row in table["errors"]}
    assert best["shift"] == "reads"
    assert by_head[best["layer"], best["head"]]["without"] == near(best["mean"])
    assert "layer 1" in format_table(table)
