import pytest
import torch
from torch import nn

from model.config import ModelConfig
from model.transformer import Transformer
from pages.background.cheat_sheet.compute import (
    PAPER_VOCABULARY,
    TABLE_3,
    Sizes,
    count_parameters,
    find_fitting_vocabularies,
    get_sizes,
)

PRINTED = [row for row in TABLE_3 if row.printed]


def count(sizes, vocab_size):
    return sum(count_parameters(sizes, vocab_size).values())


@pytest.mark.parametrize("row", [row for row in TABLE_3 if row.sizes.buildable], ids=str)
def test_the_formula_counts_what_a_real_model_of_these_sizes_learns(row):
    sizes = row.sizes
    shared = {name: getattr(sizes, name) for name in ("N", "d_model", "d_ff", "h")}
    config = ModelConfig(vocab_size=PAPER_VOCABULARY, **shared)
    with torch.device("meta"):
        model = Transformer(config)
    assert get_sizes(config) == sizes
    assert count(sizes, PAPER_VOCABULARY) == sum(p.numel() for p in model.parameters())


def test_heads_of_another_width_change_only_their_own_matrices():
    sizes = Sizes(N=1, d_model=16, d_ff=8, h=2, d_k=3, d_v=5)
    assert not sizes.buildable
    with torch.device("meta"):
        matrices = [nn.Linear(16, 2 * width, bias=False) for width in (3, 3, 5)]
        matrices.append(nn.Linear(2 * 5, 16, bias=False))
    one = sum(matrix.weight.numel() for matrix in matrices)
    assert count_parameters(sizes, 1)["attention"] == 3 * one


def test_only_rows_with_a_smaller_d_k_cannot_be_built():
    assert {row.name for row in TABLE_3 if not row.sizes.buildable} == {"(B)"}


def test_more_heads_of_less_width_learn_as_many_numbers():
    counts = {count(row.sizes, 1) for row in TABLE_3 if row.name in ("base", "(A)")}
    assert len(counts) == 1


@pytest.mark.parametrize("row", PRINTED, ids=str)
def test_the_fitting_vocabularies_are_those_that_round_to_the_printed_number(row):
    fitting = find_fitting_vocabularies(row)
    for vocab_size in (fitting.start, fitting.stop - 1):
        assert round(count(row.sizes, vocab_size) / 1e6) == row.printed
    for vocab_size in (fitting.start - 1, fitting.stop):
        assert round(count(row.sizes, vocab_size) / 1e6) != row.printed


def test_with_the_papers_vocabulary_both_models_come_within_four_percent_of_the_paper():
    for name, printed in (("base", 65e6), ("big", 213e6)):
        [row] = [row for row in TABLE_3 if row.name == name]
        assert count(row.sizes, PAPER_VOCABULARY) == pytest.approx(printed, rel=0.04)


def test_one_vocabulary_fits_every_printed_row_but_big():
    small = [find_fitting_vocabularies(row) for row in PRINTED if row.name != "big"]
    assert max(one.start for one in small) < min(one.stop for one in small)
    [big] = [find_fitting_vocabularies(row) for row in PRINTED if row.name == "big"]
    assert big.stop < min(one.start for one in small)
