"""The softmax in blocks, and the bytes of caches."""

import pytest
import torch

from pages.background.after_2017.compute.attention import (
    attend_in_blocks,
    compute_running_weights,
    count_kv_cache_bytes,
)
from pages.background.after_2017.parts import CACHES
from tests.close import assert_near, near

CHANCE = torch.Generator().manual_seed(2)
SCORES = 4 * torch.randn(11, dtype=torch.float64, generator=CHANCE)
VALUES = torch.randn(11, 6, dtype=torch.float64, generator=CHANCE)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 11, 50])
def test_blocks_give_the_plain_softmax(size):
    steps = attend_in_blocks(SCORES, VALUES, size)
    weights = SCORES.softmax(dim=0)
    assert (steps[-1].output - weights @ VALUES).abs().max() < 1e-14
    assert (compute_running_weights(SCORES, steps)[-1] - weights).abs().max() < 1e-15


def test_after_each_block_the_state_is_that_of_the_keys_so_far():
    for step, row in zip(
        steps := attend_in_blocks(SCORES, VALUES, 3),
        compute_running_weights(SCORES, steps),
        strict=True,
    ):
        seen = SCORES[: step.last + 1]
        assert step.largest == seen.max().item()
        assert step.total == near((seen - seen.max()).exp().sum().item())
        assert row.sum().item() == near(1)
        assert not row[step.last + 1 :].any()
        assert_near(step.output, seen.softmax(dim=0) @ VALUES[: step.last + 1])


def test_the_earlier_sum_is_scaled_exactly_when_a_larger_score_turns_up():
    steps = attend_in_blocks(torch.tensor([1.0, 3.0, 2.0]), torch.eye(3), 1)
    factors = [step.factor for step in steps]
    assert factors == near([0, 2.718281828**-2, 1])


def test_large_scores_do_not_overflow():
    steps = attend_in_blocks(torch.tensor([900.0, 1000.0]), torch.eye(2), 1)
    assert steps[-1].output.tolist() == near([0, 1])


def test_hidden_keys_weigh_nothing_also_when_a_whole_block_is_hidden_after_the_first():
    scores = torch.tensor([0.5, 0.1, -torch.inf, -torch.inf])
    steps = attend_in_blocks(scores, torch.eye(4), 2)
    assert_near(steps[-1].output, scores.softmax(dim=0))


def test_a_block_without_keys_is_refused():
    with pytest.raises(ValueError, match="0 keys"):
        attend_in_blocks(SCORES, VALUES, 0)


def test_groups_share_the_bytes_of_a_cache():
    assert count_kv_cache_bytes(4, 32, 8) == 8 * count_kv_cache_bytes(4, 32, 1)
    # A step keeps a k and a v of 32 numbers, 4 bytes each, in 8 heads of 4 layers.
    assert count_kv_cache_bytes(4, 32, 8) == 4 * 8 * 2 * 32 * 4


def test_published_sizes_give_the_published_bytes():
    gpt_3, llama, deepseek = (size for _, size, _ in CACHES)
    assert gpt_3 == 4_718_592
    assert llama == 320 * 1024  # an eighth of what 64 heads would take
    assert deepseek == 69_120
