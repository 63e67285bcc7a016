"""A wrong word moves only what comes after it, unless nothing is masked."""

import pytest
import torch
from torch.testing import assert_close

from model.measures.surprisal import kl_divergence
from pages.decoder.shifted_input.compute import (
    TOGETHER,
    compute_replacement_effects,
    find_likeliest_mistakes,
)

SOURCE, LENGTH = [7, 9, 12, 8, 2], TOGETHER + 3


@pytest.fixture
def given():
    """A target of more tokens than are changed together, and what else might stand there."""
    generator = torch.Generator().manual_seed(5)
    words = torch.randint(5, 14, (2, LENGTH - 1), generator=generator)
    return [4, *words[0].tolist()], (words[1] + 9).tolist()


def test_the_likeliest_mistake_is_the_best_of_what_is_wrong(model, given):
    target, following = given[0], given[1] + [2]
    logits = model(torch.tensor([SOURCE]), torch.tensor([target]))[0]
    wrong = find_likeliest_mistakes(logits, following, special_count=5)
    for row, right, found in zip(logits, following, wrong, strict=True):
        assert found >= 5
        assert found != right
        better = (row > row[found]).nonzero().flatten().tolist()
        assert all(token < 5 or token == right for token in better)


def test_each_change_moves_what_a_pass_of_its_own_says_and_nothing_before_it(model, given):
    target, instead = given
    bits = compute_replacement_effects(model, SOURCE, target, instead)
    assert bits.shape == (LENGTH - 1, LENGTH)
    true = model(torch.tensor([SOURCE]), torch.tensor([target]))[0]
    for row, token in enumerate(instead):
        changed = [*target[: row + 1], token, *target[row + 2 :]]
        alone = model(torch.tensor([SOURCE]), torch.tensor([changed]))[0]
        assert_close(bits[row], kl_divergence(true, alone), atol=1e-6, rtol=1e-4)
        assert bits[row, : row + 1].abs().max() < 1e-9
        assert bits[row, row + 1] > 1e-6


def test_without_the_causal_mask_a_change_moves_what_comes_before_it(model, given):
    masks = [f"decoder.layers.{layer}.self_attention.visible" for layer in range(model.config.N)]
    bits = compute_replacement_effects(model, SOURCE, *given, dict.fromkeys(masks, torch.ones_like))
    assert bits[-1, 0] > 1e-6


def test_a_translation_without_words_has_nothing_to_change(model):
    assert compute_replacement_effects(model, SOURCE, [4], []).shape == (0, 1)
