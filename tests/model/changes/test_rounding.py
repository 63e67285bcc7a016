"""Weights in few bits."""

import pytest
import torch

from model.changes.rounding import (
    SCALE_BITS,
    round_matrices,
    round_rows,
    rounded_file_bytes,
    stored_bits,
)
from tests.close import assert_near, near

CHANCE = torch.Generator().manual_seed(1)


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
def test_no_number_moves_by_more_than_half_a_step_and_few_values_are_left(bits):
    weights = torch.randn(6, 500, generator=CHANCE)
    after = round_rows(weights, bits)
    step = weights.abs().amax(dim=1, keepdim=True) / (2 ** (bits - 1) - 1)
    assert ((after - weights).abs() <= step / 2 * 1.001).all()
    for row, one in zip(after, step, strict=True):
        multiples = (row / one).round()
        assert_near(multiples * one, row)
        assert len(multiples.unique()) <= 2**bits - 1


def test_the_largest_number_of_a_row_stays_and_zeros_stay_zeros():
    weights = torch.tensor([[0.1, -0.7, 0.35], [0.0, 0.0, 0.0]])
    after = round_rows(weights, 4)
    assert after[0, 1] == near(-0.7)
    assert not after[1].any()


def test_the_model_itself_is_left_alone_and_only_matrices_are_rounded(model):
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    other = round_matrices(model, 3)
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, before[name])
        assert torch.equal(tensor, other.state_dict()[name]) == (tensor.dim() < 2), name


def test_a_file_of_rounded_weights_has_the_bits_of_the_numbers_and_a_step_for_each_row(model):
    matrices = [p for p in model.parameters() if p.dim() == 2]
    vectors = sum(p.numel() for p in model.parameters() if p.dim() < 2)
    numbers, rows = sum(p.numel() for p in matrices), sum(len(p) for p in matrices)
    assert rounded_file_bytes(model, 4) == (4 * numbers + SCALE_BITS * (rows + vectors)) // 8


def test_weights_of_eight_bits_are_told_from_those_of_sixteen(model):
    assert stored_bits(model) == 16
    assert stored_bits(round_matrices(model, 8)) == 8
    assert stored_bits(round_matrices(model, 4)) == 16  # whole multiples, but not of an int8 scale
