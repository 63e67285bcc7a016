"""Masks keep apart what they should, and only when they are written the right way."""

import math

import torch

from model.passes import record_pass
from pages.decoder.masking.compute.orders import (
    fill_with_infinity,
    mask_then_softmax,
    multiply_by_infinity,
    softmax_then_mask,
    softmax_with_one_visible_key,
    softmax_without_visible_keys,
)
from pages.decoder.masking.compute.padded import record_with_padding
from tests.close import assert_near, near

SHORT, LONG = [20, 11, 2], [7, 9, 12, 8, 2]
CAUSAL = torch.ones(4, 4, dtype=torch.bool).tril()


def opened(stack, layers=2):
    return {f"{stack}.layers.{i}.self_attention.visible": torch.ones_like for i in range(layers)}


def test_padding_gets_no_weight_and_changes_no_row(model):
    batch = record_with_padding(model, [SHORT, LONG])
    for layer in range(2):
        weights = batch[f"encoder.layers.{layer}.self_attention.weights"]
        assert (weights[0, :, :, 3:] == 0).all()
    for place, source in enumerate((SHORT, LONG)):
        alone = record_with_padding(model, [source])["memory"][0]
        assert_near(batch["memory"][place, : len(source)], alone)


def test_without_its_mask_padding_is_read(model):
    batch = record_with_padding(model, [SHORT, LONG], opened("encoder"))
    assert (batch["encoder.layers.0.self_attention.weights"][0, :, :, 3:] > 0).all()
    alone = record_with_padding(model, [SHORT])["memory"][0]
    assert not torch.allclose(batch["memory"][0, :3], alone, atol=1e-3)


def logits(model, target, edits):
    return record_pass(model, LONG, target, edits)["logits"][0]


def test_a_later_token_reaches_earlier_rows_only_without_the_mask(model):
    before, after = [4, 6, 19, 10, 8], [4, 6, 19, 11, 8]
    assert torch.equal(logits(model, before, {})[:3], logits(model, after, {})[:3])
    edits = opened("decoder")
    moved = (logits(model, before, edits) - logits(model, after, edits)).abs().amax(dim=-1)
    assert (moved[:3] > 1e-4).all()


def test_the_newest_row_of_a_prefix_needs_the_mask_from_the_second_layer_on(model):
    prefix = [4, 6, 19, 10]
    on, off = (record_pass(model, LONG, prefix, edits) for edits in ({}, opened("decoder")))
    first, second = (
        (on[tap] - off[tap])[0].abs().amax(dim=-1)
        for tap in (f"decoder.layers.{layer}.add_and_norm_3.output" for layer in range(2))
    )
    assert first[-1] == 0
    assert (first[:-1] > 1e-4).all()
    assert second[-1] > 1e-4


def test_masked_first_rows_are_the_softmax_of_what_is_visible():
    scores = torch.randn(2, 4, 4)
    weights = mask_then_softmax(scores, CAUSAL)
    assert_near(weights.sum(dim=-1), torch.ones(2, 4))
    for row in range(4):
        assert_near(weights[0, row, : row + 1], scores[0, row, : row + 1].softmax(dim=-1))
        assert (weights[0, row, row + 1 :] == 0).all()


def test_masked_afterwards_rows_add_up_to_less():
    left = softmax_then_mask(torch.randn(4, 4), CAUSAL).sum(dim=-1)
    assert (left[:3] < 1).all()
    assert left[3].item() == near(1)


def test_zero_times_infinity_is_not_a_number_and_a_boolean_mask_has_none():
    assert torch.equal(multiply_by_infinity(4).isnan(), CAUSAL)
    right = fill_with_infinity(4)
    assert (right[CAUSAL] == 0).all()
    assert (right[~CAUSAL] == -math.inf).all()


def test_only_a_row_that_sees_nothing_is_not_a_number():
    assert softmax_without_visible_keys().isnan().all()
    assert softmax_with_one_visible_key().tolist() == [[0, 0, 1]]
