"""What the cross-attention page measures of each head, and of all of its rows."""

import pytest

from pages.decoder.cross_attention import choices
from tests.close import assert_near, near
from ui.frame.bar import DEFAULT
from ui.readings import session


def test_the_table_holds_the_measured_error_of_the_chosen_naming_and_marks_the_least(cross):
    table = choices.load_alignment_table()
    for shift in ("writes", "reads"):
        data, _, _ = cross(rows=shift)
        errors = data["measures"][0]
        rates = {
            (row["layer"], 8 if row["head"] is None else row["head"]): row["mean"]
            for row in table["rows"]
            if row["shift"] == shift
        }
        assert errors["values"] == [
            [rates.get((layer, head)) for head in range(9)] for layer in range(5)
        ]
        assert tuple(errors["best"]) == min(rates, key=rates.get)


def test_other_measures_are_of_this_sentence_with_nothing_hidden(cross):
    data, _, _ = cross()
    weights = session.read(DEFAULT, "fr").attention("cross", 1)["weights"][0, 4]
    measured = {one["name"]: one["values"][1][4] for one in data["measures"]}
    assert measured["on </s>"] == near(weights[:, -1].mean().item())
    bits = -(weights * weights.log2()).sum(dim=-1).mean().item()
    assert measured["entropy"] == pytest.approx(bits, rel=1e-4)


def test_entropy_of_a_row_is_that_of_its_shares(cross):
    _, tensors, _ = cross()
    row = tensors["0.weight"][3, 1, 2]
    assert row.sum() < 1
    share = row / row.sum()
    bits = -(share * share.log2()).sum()
    assert_near(tensors["0.weight.entropy"][3, 1, 2], bits)
