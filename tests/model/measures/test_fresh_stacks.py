import pytest
import torch

from model.measures import untrained_stacks
from model.measures.untrained_stacks import (
    BARE,
    BARE_POST,
    POST,
    PRE,
    build_random_layers,
    measure_depth_statistics,
    measure_untrained_stacks,
    run_pre_norm_layer,
)
from model.transformer import CARRYING_GAIN
from tests.close import assert_near

EVERYTHING = torch.ones(1, 1, 5, dtype=torch.bool)


@pytest.fixture
def chance():
    return torch.Generator().manual_seed(2)


def inputs():
    x = torch.randn(1, 5, untrained_stacks.D_MODEL, dtype=torch.float64)
    gradient = torch.randn_like(x)
    return x, gradient / gradient.norm()


def test_the_shrunken_weights_are_those_the_model_begins_with(chance):
    small, full = (build_random_layers(1, shrunk, chance)[0] for shrunk in (True, False))
    for name in ("self_attention.W_V", "self_attention.W_O", "feed_forward.W_1"):
        ratio = small.get_submodule(name).weight.std() / full.get_submodule(name).weight.std()
        assert abs(ratio - CARRYING_GAIN) < 0.05
    ratio = small.self_attention.W_Q.weight.std() / full.self_attention.W_Q.weight.std()
    assert abs(ratio - 1) < 0.05


def test_with_residuals_it_is_the_models_own_layer_and_without_them_only_what_sublayers_found(
    chance,
):
    layers, (x, gradient) = build_random_layers(1, True, chance), inputs()
    [layer] = layers
    own = layer(x, EVERYTHING)
    assert_near(
        measure_depth_statistics(layers, POST, x, gradient).norm[1], own.norm(dim=-1).mean()
    )
    found = layer.add_and_norm_1.norm(layer.self_attention(x, x, EVERYTHING))
    alone = layer.add_and_norm_2.norm(layer.feed_forward(found))
    assert_near(
        measure_depth_statistics(layers, BARE_POST, x, gradient).norm[1], alone.norm(dim=-1).mean()
    )


def test_pre_norm_is_the_layer_of_torch_with_norm_first(chance):
    layer, x = build_random_layers(1, False, chance)[0], inputs()[0]
    other = torch.nn.TransformerEncoderLayer(
        untrained_stacks.D_MODEL,
        untrained_stacks.HEADS,
        4 * untrained_stacks.D_MODEL,
        0,
        batch_first=True,
        norm_first=True,
    ).double()
    attention, ours = other.self_attn, layer.self_attention
    with torch.no_grad():
        attention.in_proj_weight.copy_(
            torch.cat([ours.W_Q.weight, ours.W_K.weight, ours.W_V.weight])
        )
        attention.out_proj.weight.copy_(ours.W_O.weight)
        for theirs, own in ((other.linear1, "W_1"), (other.linear2, "W_2")):
            theirs.load_state_dict(layer.feed_forward.get_submodule(own).state_dict())
    assert_near(run_pre_norm_layer(layer, x, EVERYTHING), other(x))


def test_a_sublayer_that_finds_nothing_lets_signal_and_gradient_of_pre_norm_pass(chance):
    layers, (x, gradient) = build_random_layers(3, True, chance), inputs()
    for layer in layers:
        torch.nn.init.zeros_(layer.self_attention.W_O.weight)
        torch.nn.init.zeros_(layer.feed_forward.W_2.weight)
    passed = measure_depth_statistics(layers, PRE, x, gradient)
    assert_near(passed.gradient, torch.ones(4, dtype=torch.float64))
    assert_near(passed.norm, passed.norm[:1].expand(4))
    assert measure_depth_statistics(layers, BARE, x, gradient).gradient[0] == 0


def test_the_part_that_differs_is_a_part_of_the_gradient():
    found = measure_untrained_stacks(2, small_init=True)
    assert list(found) == [POST, PRE, BARE_POST, BARE]
    for one in found.values():
        assert len(one.gradient) == len(one.norm) == 3
        assert (one.differing <= one.gradient).all()
        assert_near(one.gradient[-1], torch.tensor(1.0, dtype=torch.float64))


def test_measuring_disturbs_no_other_random_numbers_and_comes_out_the_same_again():
    before = torch.get_rng_state()
    first, second = (measure_untrained_stacks(1, small_init=False)[POST].gradient for _ in range(2))
    assert torch.equal(first, second)
    assert torch.equal(torch.get_rng_state(), before)


def test_another_thread_that_seeds_torchs_common_source_changes_nothing(monkeypatch):
    alone, normal = measure_untrained_stacks(1, small_init=True), torch.randn

    def disturbed(*size, **settings):  # as a thread might do at this very moment
        torch.manual_seed(99)
        return normal(*size, **settings)

    monkeypatch.setattr(torch, "randn", disturbed)
    together = measure_untrained_stacks(1, small_init=True)
    assert all(torch.equal(alone[kind].gradient, together[kind].gradient) for kind in alone)


def test_the_positions_that_are_sent_are_left_as_they_were(chance):
    x, gradient = inputs()
    measure_depth_statistics(build_random_layers(1, True, chance), POST, x, gradient)
    assert not x.requires_grad
