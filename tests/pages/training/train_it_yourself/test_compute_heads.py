import pytest
import torch

from pages.training.train_it_yourself.compute import heads
from tests.close import assert_near, near


@pytest.fixture(scope="module")
def snapshots():
    return list(heads.train(heads.Settings(steps=200)))


def test_both_networks_learn_what_no_single_word_says(snapshots):
    last = snapshots[-1].numbers
    assert last["accuracy without"] == last["accuracy with"] == 1
    assert snapshots[0].numbers["accuracy with"] < 0.3


def test_the_penalty_makes_the_heads_overlap_less(snapshots):
    first, last = snapshots[0].numbers, snapshots[-1].numbers
    assert first["overlap with"] == first["overlap without"] > 0.5
    assert last["overlap with"] < 0.05
    assert last["overlap without"] > last["overlap with"] + 0.1


def test_a_penalty_of_zero_changes_nothing():
    *_, last = heads.train(heads.Settings(penalty=0.0, steps=20))
    assert torch.equal(last.tensors["with"], last.tensors["without"])


def test_each_row_of_weights_is_a_distribution(snapshots):
    for kind in ("with", "without"):
        weights = snapshots[-1].tensors[kind]
        assert weights.shape == (16, 2, 3)
        assert_near(weights.sum(dim=-1), torch.ones(16, 2))


def test_overlap_is_one_for_equal_heads_and_zero_for_heads_at_different_places():
    same = torch.tensor([[[0.2, 0.5, 0.3], [0.2, 0.5, 0.3]]])
    apart = torch.tensor([[[1.0, 0.0, 0.0], [0.0, 0.4, 0.6]]])
    assert heads.compute_overlap(same) == near(1)
    assert heads.compute_overlap(apart) == 0


def test_the_penalty_has_a_gradient_through_the_recorded_weights():
    network = heads.TwoHeads()
    weights, _ = network(heads.ASKED)
    heads.compute_overlap(weights).backward()
    assert network.attention.W_K.weight.grad.abs().sum() > 0
    assert network.W.weight.grad is None


def test_every_thing_has_one_colour_and_one_kind():
    assert len(set(heads.NAMES)) == len(heads.ASKED) == len(heads.QUESTIONS) == 16
    assert heads.QUESTIONS[6] == "green animal: frog"
    assert [heads.WORDS[i] for i in heads.ASKED[6]] == ["green", "animal", "?"]
