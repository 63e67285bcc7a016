"""A direction is a mean of differences; steering adds it, and one batch says what many runs do."""

from copy import deepcopy
from dataclasses import replace

import pytest
import torch

from model.changes.direction import (
    Direction,
    decode_direction,
    direction_taps,
    encode_direction,
    mean_states,
)
from model.changes.kinds import Steering
from model.decoding import beam_search, rank_hypotheses
from model.passes import Search, record_pass, search_with_edits
from model.steering.along import random_control, translate_with_each_steering
from tests.close import assert_near

MINUS, PLUS = ((7, 9, 2), (8, 11, 12, 2)), ((7, 10, 2), (8, 13, 2))
MEMORY = Direction(MINUS, PLUS)
WRITTEN = Direction(MINUS, PLUS, "decoder.layers.1.add_and_norm_3.output", start=4)


def by_hand(model, direction):
    """The same direction, one sentence after the other."""
    means = []
    for side in (direction.plus, direction.minus):
        for source in side:
            target = [direction.start or 4]
            if direction.start:
                [best] = rank_hypotheses(
                    beam_search(model, [source], [direction.start], width=1)
                ).values()
                target += [token for token in best[0].tokens if token != 2]
            means.append(record_pass(model, source, target)[direction.at][0].mean(dim=0))
    half = len(means) // 2
    return torch.stack(means[:half]).mean(dim=0) - torch.stack(means[half:]).mean(dim=0)


@pytest.mark.parametrize(
    "direction", [MEMORY, replace(MEMORY, at="encoder.layers.0.add_and_norm_2.output"), WRITTEN]
)
def test_a_direction_is_the_mean_difference_of_mean_vectors(finisher, direction):
    assert_near(direction.vector(finisher), by_hand(finisher, direction))


def test_a_direction_and_its_opposite_cancel(model):
    there, back = MEMORY.vector(model), Direction(PLUS, MINUS).vector(model)
    assert_near(there, -back)
    assert there.norm() > 0


def test_a_random_direction_is_as_long_and_elsewhere(model):
    found, drawn = MEMORY.vector(model), random_control(MEMORY).vector(model)
    assert_near(found.norm(), drawn.norm())
    assert torch.cosine_similarity(found, drawn, dim=0).abs() < 0.9
    assert torch.equal(drawn, random_control(MEMORY).vector(deepcopy(model)))
    assert not torch.equal(drawn, random_control(MEMORY, seed=2).vector(model))


def test_padding_has_no_part_in_a_mean(model):
    alone = torch.cat([mean_states(model, [one]) for one in MINUS])
    assert_near(mean_states(model, MINUS), alone)


def test_steering_adds_the_direction_at_every_position_or_at_one(changed):
    plain = changed()[1]["memory"]
    here, there = (changed(Steering(MEMORY, 2.5, one))[1]["memory"] for one in (None, 1))
    added = here - plain
    assert_near(added, added[:, :1].expand_as(added))
    assert added.norm() > 0
    assert_near((there - plain)[:, 1], added[:, 1])
    assert torch.equal(there[:, [0, 2]], plain[:, [0, 2]])


def test_a_direction_takes_a_model_or_its_network_and_is_told_in_a_line(glass):
    steered = glass.direction(["A pond.", "A bridge."], ["A boat.", "A goat."], name="wet")
    assert torch.equal(steered.vector(glass), steered.vector(glass.network))
    assert repr(steered) == "<Direction wet at memory: 2 pairs>"
    drawn = glass.direction(["A pond.", "A bridge."], ["A boat.", "A goat."], name="wet", seed=5)
    assert drawn == random_control(steered, 5)
    assert repr(drawn) == "<Direction wet at memory: 2 pairs, random, seed 5>"


@pytest.mark.parametrize(
    ("alpha", "position", "sentence"),
    [
        (100.0, None, "alpha=100.0: it must be a number from -10 to 10"),
        (3.0, -1, "position=-1: it must be a whole number from 0 to 998 or None"),
        (3.0, 999, "position=999: it must be a whole number from 0 to 998 or None"),
    ],
)
def test_a_steering_out_of_bounds_is_refused_in_a_short_sentence(glass, alpha, position, sentence):
    many = Direction(MINUS * 10, PLUS * 10)
    with pytest.raises(ValueError, match=sentence) as refused:
        glass.translate("A pond.", "fr", changes=Steering(many, alpha, position))
    assert len(str(refused.value)) < 100


def test_a_sentence_without_the_position_is_not_steered_and_fits_says_so(glass):
    direction = glass.direction(["A pond.", "A bridge."], ["A boat.", "A goat."])
    plain = glass.read("A pond.", "fr")
    there, beyond = (Steering(direction, 5.0, position) for position in (1, 50))
    steered = glass.read("A pond.", "fr", translation=plain.output_ids, changes=there)
    same = glass.read("A pond.", "fr", translation=plain.output_ids, changes=beyond)
    assert not torch.equal(steered.trace["memory"], plain.trace["memory"])
    assert torch.equal(same.trace["logits"], plain.trace["logits"])
    sizes = len(plain.source), len(plain.target)
    assert [one.fits(*sizes) for one in (there, beyond)] == [True, False]


def test_no_step_and_a_position_that_is_not_there_change_nothing(changed):
    assert torch.equal(changed(Steering(MEMORY, 0.0))[0], changed()[0])
    assert torch.equal(changed(Steering(MEMORY, 3.0, 80))[0], changed()[0])


def test_the_memory_is_the_output_of_the_last_layer(changed):
    last = replace(MEMORY, at="encoder.layers.1.add_and_norm_2.output")
    assert_near(changed(Steering(MEMORY, 2.0))[0], changed(Steering(last, 2.0))[0])


@pytest.mark.parametrize("position", [None, 1])
@pytest.mark.parametrize("direction", [MEMORY, WRITTEN])
def test_one_batch_says_what_each_search_alone_says(finisher, direction, position):
    steerings = [Steering(direction, alpha, position) for alpha in (-4.0, 0.0, 3.0)]
    steerings.append(Steering(random_control(direction), 3.0, position))
    search = Search(cached=all(one.cacheable for one in steerings))
    together = translate_with_each_steering(finisher, [7, 9, 12, 2], 3, steerings, search=search)
    for one, found in zip(steerings, together, strict=True):
        best = search_with_edits(finisher, [7, 9, 12, 2], 3, one.edits(finisher), search)[0]
        assert found.tokens == tuple(best.tokens)
        assert found.log_probability == pytest.approx(best.total, abs=1e-4)


def test_a_search_with_a_cache_finds_the_same_where_it_may(finisher):
    for change in (Steering(WRITTEN, 2.0), Steering(MEMORY, 2.0, 1)):
        assert change.cacheable
        found = [
            search_with_edits(finisher, [7, 9, 12, 2], 3, change.edits(finisher), Search(cached=on))
            for on in (True, False)
        ]
        assert found[0][0].tokens == found[1][0].tokens
    assert not Steering(WRITTEN, 2.0, 1).cacheable


def test_what_no_model_has_does_not_exist(config):
    assert Steering(MEMORY, -4.0).is_valid_for(config)
    assert Steering(WRITTEN, 1.0, 5).is_valid_for(config)
    wrong = [
        replace(MEMORY, at="encoder.layers.2.add_and_norm_2.output"),
        replace(MEMORY, at="logits"),
        replace(MEMORY, plus=((7, 23, 2), (8, 2))),
        replace(MEMORY, plus=((7, 2),)),
        replace(MEMORY, minus=((), (7, 2))),
        replace(WRITTEN, start=0),
        Direction((), ()),
    ]
    assert not any(Steering(one, 1.0).is_valid_for(config) for one in wrong)
    assert not Steering(MEMORY, 11.0).is_valid_for(config)
    assert not Steering(MEMORY, float("nan")).is_valid_for(config)
    assert not Steering(MEMORY, 1.0, -1).is_valid_for(config)
    assert len(direction_taps(config)) == 1 + 2 * config.N


@pytest.mark.parametrize("code", ["", "x", "eJwDAAAAAAE", "A" * 400])
def test_a_code_that_holds_no_direction_is_refused(code):
    with pytest.raises(ValueError, match="no direction"):
        decode_direction(code)


@pytest.mark.parametrize("seed", [-1, 10**100, 2**63])
def test_a_seed_that_no_generator_takes_is_refused(seed):
    with pytest.raises(ValueError, match="no direction"):
        decode_direction(encode_direction(replace(MEMORY, seed=seed)))


def test_a_direction_comes_back_out_of_its_code():
    for one in (MEMORY, WRITTEN, random_control(replace(MEMORY, name="own"), 3)):
        assert decode_direction(encode_direction(one)) == one
