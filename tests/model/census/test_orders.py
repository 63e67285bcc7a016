"""Orders of heads, and which of them are silenced."""

import pytest
import torch

from model.census.orders import (
    GROUPS,
    least_important_first,
    list_heads,
    make_head_gates,
    random_head_order,
    silenced_prefix_length,
)
from model.changes.kinds import SilencedHead


@pytest.mark.parametrize("group", GROUPS)
def test_an_order_has_every_head_of_its_group_once(config, group):
    torch.manual_seed(1)
    importance = torch.rand(3, config.N, config.h)
    for order in (
        least_important_first(importance, config, group),
        random_head_order(config, group, 3),
    ):
        assert sorted(order) == sorted(list_heads(config, group))
        assert len(order) == config.N * config.h * (3 if group == "all" else 1)


def test_the_least_needed_head_comes_first(config):
    importance = torch.arange(3.0 * config.N * config.h).flip(0).view(3, config.N, config.h)
    order = least_important_first(importance, config)
    assert order[0] == SilencedHead("cross", config.N - 1, config.h - 1)
    assert order[-1] == SilencedHead("encoder", 0, 0)
    assert least_important_first(importance, config, "decoder") == [
        one for one in order if one.attention == "decoder"
    ]


def test_chance_is_the_same_each_time_and_another_with_another_seed(config):
    assert random_head_order(config, "all", 1) == random_head_order(config, "all", 1)
    assert random_head_order(config, "all", 1) != random_head_order(config, "all", 2)


def test_gates_are_zero_at_the_heads_of_a_set_alone(config):
    some = [SilencedHead("decoder", 1, 2), SilencedHead("cross", 0, 0)]
    found = make_head_gates([some, []], config)
    assert (1 - found).nonzero().tolist() == [[0, 1, 1, 2], [0, 2, 0, 0]]


def test_heads_are_the_first_of_an_order_or_chosen_otherwise(config):
    order = random_head_order(config, "all", 1)
    assert silenced_prefix_length(order, []) == 0
    assert silenced_prefix_length(order, order[2::-1]) == 3
    assert silenced_prefix_length(order, order[1:3]) is None
    assert silenced_prefix_length(order[:2], order[:3]) is None
