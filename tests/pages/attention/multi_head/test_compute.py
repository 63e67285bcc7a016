"""Habits of heads are shares of their weight, and are named only where they are clear."""

import pytest
import torch

from model.measures import attention_entropy, head_patterns
from model.parts import Head
from pages.attention.multi_head import compute, remarks
from tests.close import near

WORDS = ["the", "cat", "naps", ".", "</s>"]
ALL = torch.ones(1, 5, dtype=torch.bool)  # keys that every row may read


def maps(name, n=5):
    """A map with exactly one habit."""
    places = {
        "previous token": [max(0, i - 1) for i in range(n)],
        "same token": list(range(n)),
        "next token": [min(n - 1, i + 1) for i in range(n)],
        "end token": [n - 1] * n,
        "start token": [0] * n,
    }
    return torch.eye(n)[places[name]]


@pytest.mark.parametrize("name", ["previous token", "same token", "next token", "end token"])
def test_a_head_of_one_habit_has_all_its_weight_there(name):
    assert head_patterns.pattern_shares(maps(name), "encoder")[name] == 1
    assert f"100% of its weight on the {name}" in remarks.describe_head(
        maps(name), ALL, Head("encoder", 0, 0), WORDS, WORDS
    )


def test_the_decoders_first_row_does_not_count():
    looks_at_itself = maps("same token")
    assert head_patterns.pattern_shares(looks_at_itself, "decoder")["same token"] == 1
    assert head_patterns.pattern_shares(looks_at_itself, "decoder")["start token"] == 0
    assert head_patterns.pattern_shares(maps("previous token"), "decoder")["previous token"] == 1
    assert head_patterns.pattern_shares(maps("previous token"), "decoder")["same token"] == 0


def test_all_heads_can_be_measured_at_once():
    weights = torch.stack([maps("same token"), maps("next token")]).expand(3, 2, 5, 5)
    assert head_patterns.pattern_shares(weights, "encoder")["next token"].tolist() == [[0, 1]] * 3


def test_even_weights_are_called_even():
    said = remarks.describe_head(
        torch.full((4, 5), 0.2), ALL, Head("cross", 0, 0), WORDS[:4], WORDS
    )
    assert "almost evenly" in said
    assert "about 5 of 5 keys" in said


def test_even_weights_under_the_mask_are_called_even():
    weights = torch.ones(5, 5).tril()
    weights /= weights.sum(dim=-1, keepdim=True)
    visible = weights > 0
    assert attention_entropy.effective_key_count(weights, visible).item() == near(
        3.5
    )  # of 2, 3, 4 and 5
    assert compute.compute_mean_visible_keys(visible) == near(3.5)
    said = remarks.describe_head(
        weights[1:, :2], visible[1:, :2], Head("cross", 0, 0), WORDS[1:], WORDS[:2]
    )
    assert "evenly" not in said  # of two keys, one half each is no even spread worth the word


def test_without_the_mask_even_weights_are_spread_over_all_tokens():
    said = remarks.describe_head(torch.full((5, 5), 0.2), ALL, Head("decoder", 0, 0), WORDS, WORDS)
    assert "about 5 of 5 keys" in said


def test_one_row_that_looks_at_one_key_makes_a_map_uneven():
    weights = torch.full((5, 5), 0.2)
    weights[3] = torch.tensor([0.01, 0.01, 0.96, 0.01, 0.01])
    assert (
        head_patterns.pattern_shares(weights, "encoder")["previous token"]
        > head_patterns.MIN_WEIGHT_SHARE
    )
    said = remarks.describe_head(weights, ALL, Head("encoder", 0, 0), WORDS, WORDS)
    assert "**spreads its attention widely**" in said
    assert "The largest single weight, 96%, goes from . to naps." in said


def test_a_strong_column_is_named_by_its_token():
    weights = torch.zeros(5, 5)
    weights[:, 1], weights[:, 3] = 0.8, 0.2
    assert "80% of its weight on cat" in remarks.describe_head(
        weights, ALL, Head("encoder", 0, 0), WORDS, WORDS
    )


def test_a_head_without_habit_shows_its_strongest_cell():
    weights = torch.eye(5)[[3, 4, 1, 0, 2]] * 0.9 + 0.02
    said = remarks.describe_head(weights, ALL, Head("encoder", 0, 0), WORDS, WORDS)
    assert "no single pattern" in said
    assert "92%, goes from the to ." in said


def test_a_few_rows_are_no_proof_that_a_head_has_no_habit():
    weights = torch.tensor([[0.02, 0.96, 0.02], [0.02, 0.02, 0.96], [0.02, 0.02, 0.96]])
    said = remarks.describe_head(weights, ALL[:3, :3], Head("encoder", 0, 0), WORDS[:3], WORDS[:3])
    assert "too few rows" in said
    assert "no single pattern" not in said


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_single_token_has_something_to_say_too(kind):
    said = remarks.describe_head(torch.ones(1, 1), ALL[:, :1], Head(kind, 0, 0), ["Hi"], ["Hi"])
    assert "nan" not in said


def test_only_clear_habits_are_pointed_out():
    named = {
        "next token": torch.tensor([[0.1, 0.9], [0.2, 0.3]]),
        "end token": torch.zeros(2, 2),
    }
    [(name, layer, head, share)] = head_patterns.find_clearest_heads(named)
    assert (name, layer, head) == ("next token", 0, 1)
    assert share == near(0.9)
