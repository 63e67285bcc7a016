"""Experiments on a pass: units that are silent, sinks, dropout, the decoder alone, tokens."""

import pytest
import torch

from model.changes.kinds import MissingEverywhere, collect_edits
from model.config import ModelConfig
from model.decoding import Sampling
from model.dropout import Dropout
from model.measures.heads import head_parts
from model.measures.scoring import log_probability
from model.measures.untrained_stacks import geometric_mean, measure_stack_variants
from model.passes import record_pass
from model.transformer import Transformer
from pages.background.after_2017 import cached
from pages.background.after_2017.compute import passes, scaling
from pages.background.after_2017.compute.passes import (
    list_cross_attention_removals,
    make_dropout_edits,
    sample_without_encoder,
)
from tests.close import near

CONFIG = ModelConfig(vocab_size=30, N=2, d_model=16, h=4, d_ff=32, max_positions=128)
SOURCE, TARGET = [9, 12, 7, 2], [3, 14, 8, 22, 2]


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(3)
    return Transformer(CONFIG).eval().requires_grad_(False)


def test_a_unit_is_silent_exactly_where_it_is_zero(model):
    trace = record_pass(model, SOURCE, TARGET[:-1])
    for stack in ("encoder", "decoder"):
        active = passes.find_active_units(trace, stack, CONFIG.N)
        for layer, share in enumerate(passes.compute_silent_shares(active)):
            hidden = trace[f"{stack}.layers.{layer}.feed_forward.hidden"]
            assert share.item() == near((hidden == 0).double().mean().item())


def test_overlap_is_one_with_itself_and_the_same_both_ways():
    active = torch.tensor([[1, 1, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0]]).bool()
    found = passes.compute_unit_overlap(active)
    assert found[0].tolist()[:2] == [1, 0.25]
    assert found[0, 1] == found[1, 0]
    assert found[0, 2] == 0
    assert found[2, 2].isnan()


def test_every_unit_is_counted_once(model):
    active = torch.tensor([[1, 1, 0, 0, 1], [1, 0, 0, 1, 1], [1, 0, 0, 1, 0]]).bool()
    counts = passes.count_active_units(active)
    assert counts == {"none": 1, "one": 1, "all": 1}
    assert active.shape[1] - sum(counts.values()) == 2  # that fire for some
    assert sum(passes.count_active_units(active[:1]).values()) == 5


def test_weight_received_is_the_mean_over_those_that_may_look():
    weights = torch.tensor([[[1.0, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]]])
    assert passes.compute_mean_key_weights(weights, torch.tensor([3, 2, 1]))[0].tolist() == near(
        [1.7 / 3, 0.4, 0.5]
    )
    cross = torch.tensor([[[0.9, 0.1], [0.7, 0.3], [0.5, 0.5]]])
    assert passes.compute_mean_key_weights(cross, torch.tensor([3, 3]))[0].tolist() == near(
        [0.7, 0.3]
    )


def test_a_value_is_as_long_as_what_it_adds_at_full_weight(model):
    attention = model.encoder.layers[0].self_attention
    v = record_pass(model, SOURCE, TARGET)["encoder.layers.0.self_attention.v"][0]
    lengths = head_parts(v, attention.W_O.weight).norm(dim=-1)
    alone = torch.zeros(CONFIG.h, CONFIG.d_k)
    alone[2] = v[2, 1]
    assert lengths[2, 1].item() == near(attention.W_O(alone.flatten()).norm().item())


def test_the_most_massive_number_is_found_with_its_sign():
    vectors = torch.ones(3, 4)
    vectors[1, 2] = -40
    assert passes.find_massive_activation(vectors) == passes.MassiveActivation(40.0, 1, 2, -40.0)


def test_dropout_of_nothing_changes_nothing_and_the_same_seed_drops_the_same(model):
    def score(P_drop, seed):
        return log_probability(model, SOURCE, TARGET, make_dropout_edits(model, P_drop, seed))

    assert score(0.0, 1) == pytest.approx(log_probability(model, SOURCE, TARGET), rel=1e-5)
    assert score(0.3, 1) == score(0.3, 1) != score(0.3, 2)


def test_dropout_acts_wherever_the_trained_model_has_one(model):
    places = [m for m in model.modules() if isinstance(m, Dropout)]
    assert len(make_dropout_edits(model, 0.1, 1)) == len(places)


def test_dropout_keeps_the_mean():
    ones = torch.ones(200, 200)
    drop = next(iter(make_dropout_edits(Transformer(CONFIG), 0.25, 1).values()))
    after = drop(ones)
    assert after.unique().tolist() == near([0, 1 / 0.75])
    assert after.mean().item() == pytest.approx(1, abs=0.02)


def test_without_cross_attention_the_source_does_not_matter(model):
    silent = collect_edits(model, list_cross_attention_removals(CONFIG))
    one, other = (record_pass(model, s, TARGET, silent)["logits"] for s in (SOURCE, [5, 6, 2]))
    assert torch.equal(one, other)
    assert not torch.equal(record_pass(model, SOURCE, TARGET)["logits"], one)


def test_the_decoder_alone_begins_as_it_is_told_and_repeats_itself_with_the_same_seed(model):
    def say(seed, *changes):
        drawing = Sampling(), torch.Generator().manual_seed(seed)
        return sample_without_encoder(model, changes, [3] * 3, [11, 12], drawing)

    said = say(4)
    assert len(said) == 3
    assert all(text[:2] == [11, 12] for text in said)
    assert said == say(4)
    assert said != say(5)
    assert said != say(4, MissingEverywhere("decoder-positions"))
    assert len(say(4, MissingEverywhere("mask"))) == 3  # a cache of keys and values would not do


def test_a_power_law_is_found_again():
    tokens = [10.0**n for n in range(3, 8)]
    assert scaling.fit_power_law(tokens, [7 * t**-0.3 for t in tokens]) == near(-0.3)


def test_smoothing_keeps_a_straight_line_and_goes_from_end_to_end():
    tokens = [2.0**n for n in range(1, 13)]
    x, y = scaling.average_in_log_bins(tokens, [float(n) for n in range(1, 13)], 4)
    assert len(x) == 4
    assert x == sorted(x)
    assert y == near([2, 5, 8, 11])


def test_chinchilla_follows_its_own_rule_and_others_need_not():
    by_name = {each.name: each for each in scaling.PUBLISHED}
    assert by_name["Chinchilla"].ratio == near(scaling.CHINCHILLA_RATIO)
    assert by_name["GPT-3"].operations == pytest.approx(3.15e23, rel=0.01)
    assert by_name["Llama 3.1 405B"].operations == pytest.approx(3.8e25, rel=0.01)


def test_a_gradient_enters_at_length_1_and_the_mean_of_one_stack_is_that_stack():
    def measure():
        return measure_stack_variants(
            3, False, torch.Generator().manual_seed(2), ("post-norm", "pre-norm")
        )

    found = {kind: way.gradient for kind, way in measure().items()}
    for line in found.values():
        assert line.shape == (4,)
    assert found["post-norm"][-1].item() == near(1)
    both = geometric_mean([found["pre-norm"]] * 2)
    assert both.tolist() == near(found["pre-norm"].tolist())
    assert measure()["post-norm"].gradient.equal(found["post-norm"])
    assert cached.measure_gradients(3, 2)["pre-norm"].equal(found["pre-norm"])
