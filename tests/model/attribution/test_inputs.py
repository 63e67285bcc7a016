"""Slopes, gaps and paths: what the input vectors do to a token's log-probability."""

import math
from itertools import pairwise

import pytest
import torch
from torch.testing import assert_close

from model.attribution import inputs, paths
from model.attribution.inputs import (
    PREFIX,
    SOURCE,
    ForcedPair,
    gradient_times_input,
    input_embeddings,
    occlude_in_batches,
    occlusion,
)
from model.attribution.methods import (
    METHODS,
    Aligner,
    attribute_from_trace,
    attribute_step,
    best_aligner,
    normalize_scores,
)
from model.attribution.paths import integrated_gradients, refine_integrated_gradients
from model.passes import record_pass
from model.tokenizer import EOS
from tests.close import assert_near, near

FORCED = ForcedPair(source=(7, 9, 12, 8, EOS), target=(4, 6, 19, 10), output_ids=(6, 19, 10, EOS))
STEPS = range(len(FORCED.target))


def said(model, edits):
    """The log-probabilities of what is said, as a recorded pass has them."""
    logits = record_pass(model, FORCED.source, FORCED.target, edits)["logits"][0]
    return logits.log_softmax(dim=-1)[list(STEPS), list(FORCED.output_ids)]


def edited(place, change):
    """Edits that change the embedding of one token, the source's counted first."""
    count = len(FORCED.source)
    tap, place = (SOURCE, place) if place < count else (PREFIX, place - count)

    def edit(value):
        value = value.clone()
        value[0, place] = change(value[0, place])
        return value

    return {tap: edit}


def whole(scores):
    return torch.cat([scores.source, scores.prefix], dim=1)


def test_the_embeddings_are_those_that_the_network_scales(model):
    trace = record_pass(model, FORCED.source, FORCED.target)
    own = torch.cat([trace[SOURCE][0], trace[PREFIX][0]])
    assert_near(input_embeddings(model, FORCED), own)


def test_occlusion_is_what_a_token_s_absence_costs(model):
    found = whole(occlusion(model, FORCED, STEPS))
    for place in range(FORCED.length):
        lost = said(model, {}) - said(model, edited(place, torch.zeros_like))
        assert_close(found[:, place], lost, atol=1e-5, rtol=1e-4)


def test_occlusion_of_nothing_is_nought(model):
    assert (whole(occlusion(model, FORCED, STEPS, positions=[])) == 0).all()
    some = whole(occlusion(model, FORCED, STEPS, positions=[2]))
    assert (some[:, [0, 1, 3, 4, 5, 6, 7, 8]] == 0).all()
    assert some[:, 2].abs().max() > 0


def test_what_stands_later_costs_nothing(model):
    assert_near(occlusion(model, FORCED, STEPS).prefix.triu(1), torch.zeros(4, 4))
    assert gradient_times_input(model, FORCED, STEPS).prefix.triu(1).abs().max() == 0


def test_a_step_is_the_same_when_nothing_is_read_after_it(model):
    for method in (occlusion, gradient_times_input):
        assert_near(
            method(model, FORCED, STEPS).source[1:2],
            method(model, FORCED.truncate_at(1), [1]).source,
        )


def test_gradient_times_input_is_the_slope_of_the_log_probability_along_the_vector(model):
    model, small = model.double(), 1e-4
    found = whole(gradient_times_input(model, FORCED, STEPS))
    for place in range(FORCED.length):
        more, less = (
            said(model, edited(place, lambda x, by=by: x * (1 + by))) for by in (small, -small)
        )
        assert_close(found[:, place], (more - less) / (2 * small), atol=1e-5, rtol=1e-3)


def test_small_batches_find_the_same(model, monkeypatch):
    ways = [occlusion, gradient_times_input]
    before = [whole(way(model, FORCED, STEPS)) for way in ways]
    path = integrated_gradients(model, FORCED, 2)
    monkeypatch.setattr(inputs, "MAX_FLOATS", 1)
    for way, one in zip(ways, before, strict=True):
        assert_close(whole(way(model, FORCED, STEPS)), one, atol=1e-5, rtol=1e-4)
    assert len(list(occlude_in_batches(model, FORCED, STEPS))) == FORCED.length
    again = integrated_gradients(model, FORCED, 2)
    assert_close(whole(again.scores), whole(path.scores), atol=1e-4, rtol=1e-3)


@pytest.mark.parametrize("step", STEPS)
def test_integrated_gradients_add_up_to_what_was_gained_within_one_percent(model, step):
    found = integrated_gradients(model, FORCED, step, absolute_tolerance=0.0)
    zero = {tap: torch.zeros_like for tap in (SOURCE, PREFIX)}
    gained = (said(model, {}) - said(model, zero))[step].item()
    assert found.log_p_gain == near(gained)
    missed = abs(whole(found.scores).sum().item() - gained)
    assert missed == near(found.completeness_error)
    assert missed <= 0.01 * abs(gained)
    assert found.converged


def test_a_path_is_followed_until_little_is_left(model):
    rounds = list(
        refine_integrated_gradients(
            model, FORCED, 3, relative_tolerance=0.0, absolute_tolerance=1e-5
        )
    )
    assert rounds[0].gradient_count == paths.FIRST_STEPS
    assert rounds[-1].completeness_error <= 1e-5 < rounds[0].completeness_error
    assert [one.converged for one in rounds] == [False] * (len(rounds) - 1) + [True]


def test_no_slope_of_a_path_is_taken_twice(model, monkeypatch):
    taken = []

    def log_p_gradients(model, forced, x, steps):
        taken.append(len(x))
        return inputs.log_p_gradients(model, forced, x, steps)

    monkeypatch.setattr(paths, "log_p_gradients", log_p_gradients)
    rounds = list(
        refine_integrated_gradients(
            model, FORCED, 3, relative_tolerance=0.0, absolute_tolerance=1e-5
        )
    )
    # A piece that is cut in four has its ends and its middle: fourteen slopes are new.
    assert {(b.gradient_count - a.gradient_count) % 14 for a, b in pairwise(rounds)} == {0}
    assert sum(taken) == rounds[-1].gradient_count


def test_a_path_that_cannot_be_followed_closely_ends_with_what_is_left(model, monkeypatch):
    monkeypatch.setattr(paths, "MAX_GRADIENTS", 100)
    found = integrated_gradients(model, FORCED, 3, relative_tolerance=0.0, absolute_tolerance=0.0)
    assert found.converged
    assert 100 <= found.gradient_count < 250
    assert found.completeness_error > 0


def test_all_methods_answer_every_step_and_one_step_alike(model):
    chosen = Aligner(layer=1, head=2, value_layer=0)
    trace = record_pass(model, FORCED.source, FORCED.target)
    every = attribute_from_trace(model, trace, chosen) | {
        "gradient": gradient_times_input(model, FORCED, STEPS),
        "integrated": integrated_gradients(model, FORCED, 2).scores,
        "occlusion": occlusion(model, FORCED, STEPS),
    }
    assert set(every) == set(METHODS)
    weights = trace["decoder.layers.1.cross_attention.weights"][0, 2]
    assert_near(every["attention"].source, weights)
    rounds = list(attribute_step(model, FORCED, 2))
    shares = [one.progress for one in rounds]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    last = rounds[-1].scores(len(FORCED.source))
    for name, scores in last.items():
        row = 2 if len(every[name].source) > 1 else 0
        source, prefix = every[name].source[[row]], every[name].prefix[[row], :3]
        assert_close(source, scores.source, atol=1e-5, rtol=1e-3)
        assert_close(prefix, scores.prefix, atol=1e-5, rtol=1e-3)
    assert not rounds[0].scores(len(FORCED.source)).keys() - {"occlusion"}
    slope = gradient_times_input(model, FORCED, [2])
    assert_close(last["gradient"].source, slope.source, atol=1e-5, rtol=1e-3)


def test_on_one_scale_sizes_add_up_to_one_and_signs_stay(model):
    raw = gradient_times_input(model, FORCED, STEPS)
    found = normalize_scores(raw)
    assert_near(whole(found).abs().sum(dim=1), torch.ones(4))
    assert_near(whole(found).sign(), whole(raw).sign())


def test_the_aligner_is_the_head_and_the_layer_with_the_lowest_error():
    rows = [
        {"layer": layer, "head": head, "shift": shift, "mean": mean}
        for layer, head, shift, mean in [
            (0, 1, "reads", 0.1),
            (0, None, "reads", 0.2),
            (1, 3, "writes", 0.4),
            (2, None, "writes", 0.5),
            (1, None, "writes", math.inf),
        ]
    ]
    assert best_aligner(rows) == Aligner(1, 3, 2)
    assert best_aligner(rows, "reads") == Aligner(0, 1, 0)
