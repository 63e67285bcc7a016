"""Fresh networks whose weights come from one generator."""

import math

import pytest
import torch
from torch import nn

from model.fresh_weights import build_uninitialized, initialize_uniform


@pytest.mark.parametrize("make", [lambda: nn.Linear(16, 8), lambda: nn.LSTM(16, 16)])
def test_the_generator_alone_decides_all_weights_and_torchs_common_source_is_left_alone(make):
    before = torch.get_rng_state()
    first, second = (
        initialize_uniform(
            build_uninitialized(make), 16, torch.Generator().manual_seed(3)
        ).state_dict()
        for _ in range(2)
    )
    assert torch.equal(torch.get_rng_state(), before)
    assert first.keys() == make().state_dict().keys()
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_weights_spread_as_those_of_torchs_own_layers():
    ours = initialize_uniform(
        build_uninitialized(lambda: nn.Linear(256, 256)), 256, torch.Generator().manual_seed(4)
    )
    torch.manual_seed(4)
    theirs = nn.Linear(256, 256)
    for name, weights in ours.state_dict().items():
        assert weights.abs().max() <= 1 / math.sqrt(256)
        expected = theirs.state_dict()[name].std().item()
        assert weights.std().item() == pytest.approx(expected, rel=0.15)
