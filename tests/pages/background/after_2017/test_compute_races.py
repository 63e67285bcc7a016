"""Small networks that learn side by side."""

import pytest
import torch

from model.config import ModelConfig
from model.small.snapshots import SNAPSHOTS
from model.small.translator import Settings
from pages.background.after_2017.compute import races
from pages.background.after_2017.compute.races import (
    NetworkVariant,
    SwiGLU,
    make_gelu_feed_forward,
    train_race,
)
from tests.close import assert_near

FEW = Settings(longest=5, steps=40)


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    few = {
        "optimizers": {"Adam": NetworkVariant(), "SGD": NetworkVariant(adam=False)},
        "gates": races.RACES["gates"],
    }
    monkeypatch.setattr(races, "RACES", few)


@pytest.mark.parametrize("race", ["optimizers", "gates"])
def test_all_networks_of_a_race_learn_and_the_seed_decides_it(race):
    first, *others, last = train_race(race, FEW)
    assert last.step == 40
    for name in races.RACES[race]:
        assert last.numbers[name] < first.numbers[name]
    for snapshot, again in zip([first, *others[:9]], train_race(race, FEW), strict=False):
        assert again.numbers == snapshot.numbers


def test_a_race_is_watched_all_the_way():
    steps = [
        snapshot.step for snapshot in train_race("optimizers", Settings(longest=5, steps=SNAPSHOTS))
    ]
    assert steps == list(range(SNAPSHOTS + 1))


def test_networks_of_one_race_begin_alike_where_they_are_alike():
    snapshot = next(train_race("optimizers", FEW))
    adam, sgd = snapshot.network.values()
    for one, other in zip(adam.parameters(), sgd.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_gate_has_about_as_many_weights_as_the_network_it_replaces():
    config = ModelConfig(vocab_size=9, N=1, d_model=32, h=2, d_ff=64, max_positions=9)
    plain, gated = (
        sum(p.numel() for p in kind(config).parameters())
        for kind in (make_gelu_feed_forward, SwiGLU)
    )
    assert gated == pytest.approx(plain, rel=0.03)


def test_swiglu_is_its_formula():
    config = ModelConfig(vocab_size=9, N=1, d_model=4, h=2, d_ff=6, max_positions=9)
    gated, x = SwiGLU(config), torch.randn(1, 2, 4)
    first, gate, last = (W.weight.T for W in (gated.W_1, gated.W_g, gated.W_2))
    z = x @ gate
    expected = (z / (1 + (-z).exp()) * (x @ first)) @ last
    assert_near(gated(x), expected)
