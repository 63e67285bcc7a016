import math

import pytest
import torch
from torch.testing import assert_close

from model.decoding import (
    Fate,
    Sampling,
    beam_search,
    rank_hypotheses,
    sample,
    sampling_probabilities,
)
from tests.close import assert_near
from tests.model.searches import GOES_ON, SOURCES, STARTS, log_probabilities


@pytest.fixture
def model(finisher):
    return finisher


def drawn(steps):
    """The drawn candidate of each sentence's last step."""
    last = {}
    for step in steps:
        for sentence, candidates in step.items():
            [last[sentence]] = [c for c in candidates if c.fate in GOES_ON]
    return {sentence: candidate.tokens for sentence, candidate in last.items()}


def seeded(seed):
    return torch.Generator().manual_seed(seed)


def test_the_same_seed_draws_the_same_translation(model):
    once = drawn(sample(model, SOURCES, STARTS, seeded(1)))
    again = drawn(sample(model, SOURCES, STARTS, seeded(1)))
    other = drawn(sample(model, SOURCES, STARTS, seeded(2)))
    assert once == again
    assert once != other


def test_drawing_from_the_single_best_token_is_greedy_search(model):
    greedy = rank_hypotheses(beam_search(model, SOURCES, STARTS, width=1))
    draws = drawn(sample(model, SOURCES, STARTS, seeded(1), Sampling(3.0, top_k=1)))
    assert draws == {sentence: ends[0].tokens for sentence, ends in greedy.items()}


def test_a_draw_records_what_else_was_likely(model):
    for step in sample(model, SOURCES, STARTS, seeded(1)):
        for first, *others in step.values():
            assert first.fate in GOES_ON
            assert all(c.fate is Fate.PRUNED and c.token != first.token for c in others)
            values = [c.log_probability for c in others]
            assert values == sorted(values, reverse=True)
            assert len({c.token for c in (first, *others)}) == len(others) + 1 >= 8


def test_draws_have_the_models_own_log_probabilities(model):
    last = None
    for step in sample(model, SOURCES[:1], STARTS[:1], seeded(3), Sampling(2.0, top_p=0.9)):
        last = step[0][0]
    [expected] = log_probabilities(model, SOURCES[0], STARTS[0], [last.tokens])
    assert_near(torch.tensor([c.log_probability for c in last.path]), expected)


def test_draws_begin_with_the_prefix_and_score_it_honestly(model):
    prefix = [5, 9, 7]
    last = [step[0][0] for step in sample(model, SOURCES[:1], STARTS[:1], seeded(3), prefix=prefix)]
    assert last[-1].tokens[:3] == prefix
    [expected] = log_probabilities(model, SOURCES[0], STARTS[0], [last[-1].tokens])
    assert_near(torch.tensor([c.log_probability for c in last[-1].path]), expected)


def test_the_cache_changes_no_draw(model):
    with_cache = drawn(sample(model, SOURCES, STARTS, seeded(1)))
    assert drawn(sample(model, SOURCES, STARTS, seeded(1), use_cache=False)) == with_cache


@pytest.fixture
def logits():
    torch.manual_seed(10)
    return 2 * torch.randn(5, 40)


@pytest.mark.parametrize(
    "settings",
    [{}, {"temperature": 0.3}, {"top_k": 3}, {"top_p": 0.5}, {"top_k": 5, "top_p": 0.7}],
)
def test_what_is_drawn_from_sums_to_one(logits, settings):
    allowed = sampling_probabilities(logits, **settings)
    assert_near(allowed.sum(-1), torch.ones(5))
    likelier = logits.argsort(descending=True)
    assert (allowed.gather(1, likelier).diff() <= 0).all()  # nobody overtakes


def test_without_filters_the_distribution_is_the_softmax(logits):
    assert_near(sampling_probabilities(logits), logits.softmax(dim=-1))
    certain = torch.tensor([0.0, -40.0, -60.0, -80.0])
    assert (sampling_probabilities(certain) > 0).all()


def test_temperature_divides_the_logits(logits):
    assert_near(sampling_probabilities(logits, temperature=0.5), (2 * logits).softmax(dim=-1))
    cold, hot = (
        sampling_probabilities(logits, temperature=0.01),
        sampling_probabilities(logits, temperature=1e6),
    )
    assert (cold.max(dim=-1).values > 0.9).all()
    assert_close(hot, torch.full_like(hot, 1 / 40), atol=1e-4, rtol=0)


def test_top_k_keeps_the_k_most_probable(logits):
    allowed = sampling_probabilities(logits, top_k=3)
    assert ((allowed > 0).sum(-1) == 3).all()
    chosen = logits.topk(3)
    assert_near(allowed.gather(1, chosen.indices), chosen.values.softmax(dim=-1))


@pytest.mark.parametrize("top_p", [0.1, 0.5, 0.9, 0.999])
def test_top_p_keeps_the_fewest_tokens_that_reach_the_share(logits, top_p):
    shares = logits.softmax(dim=-1)
    for share, allowed in zip(shares, sampling_probabilities(logits, top_p=top_p), strict=True):
        kept = share[allowed > 0].sort().values
        assert kept.sum() >= top_p - 1e-6
        assert kept[1:].sum() < top_p  # without the least of them it is not reached
        assert kept.min() >= share[allowed == 0].max()


def test_the_most_probable_token_always_stays():
    assert sampling_probabilities(torch.tensor([3.0, 0.0]), top_p=1e-9).tolist() == [1, 0]


@pytest.mark.parametrize(
    "settings",
    [
        {"temperature": 0.0},
        {"temperature": -1.0},
        {"temperature": math.nan},
        {"top_k": 0},
        {"top_p": 0.0},
        {"top_p": 1.1},
    ],
)
def test_settings_out_of_their_range_are_refused(logits, settings):
    with pytest.raises(ValueError, match=next(iter(settings))):
        sampling_probabilities(logits, **settings)
