"""A taught model is a change like others: in a link, bounded, and put together when needed."""

import base64
import zlib

import pytest
import torch

from model.changes.kinds import RoundedWeights, TaughtWeights
from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import CACHE_SIZE, cache_lesson, is_lesson_cached, lesson_bytes
from model.glass import Glass

PAIRS = (LessonPair("en", "The goat = “goat”.", "fr", "La chèvre\t☂."),)
LESSON = Lesson(pairs=PAIRS, steps=3, rate=2e-4, rehearsal=5, rank=2, seed=4)


def moved(network, name="E.weight", by=0.5):
    weights = {key: tensor.clone() for key, tensor in network.state_dict().items()}
    weights[name] += by
    return weights


def test_its_code_holds_the_lesson():
    assert TaughtWeights.read(TaughtWeights(LESSON).code) == TaughtWeights(LESSON)


@pytest.mark.parametrize("code", ["taught=", "taught=AAAA", "taught=eJw", "taught=!", "taught"])
def test_other_codes_hold_none(code):
    assert TaughtWeights.read(code) is None


@pytest.mark.parametrize(
    "data",
    [
        '[[3,2e-4,5,2,-1],[["en","a","fr","b"]]]',
        f'[[3,2e-4,5,2,{10**100}],[["en","a","fr","b"]]]',
        f'[[3,2e-4,5,2,{2**63}],[["en","a","fr","b"]]]',
        r'[[3,2e-4,5,2,1],[["en","\ud83d","fr","b"]]]',
        r'[[3,2e-4,5,2,1],[["en","a","fr","b\udc00"]]]',
        '[[3,Infinity,5,2,1],[["en","a","fr","b"]]]',
        '[[3,NaN,5,2,1],[["en","a","fr","b"]]]',
    ],
)
def test_a_code_of_what_cannot_be_taught_or_written_again_holds_none(data):
    packed = base64.urlsafe_b64encode(zlib.compress(data.encode())).decode().rstrip("=")
    assert TaughtWeights.read(f"taught={packed}") is None


def test_a_code_that_unpacks_to_very_much_is_refused_early():
    long = Lesson(pairs=(LessonPair("en", "a" * 50_000, "fr", "b"),))
    assert TaughtWeights.read(TaughtWeights(long).code) is None


@pytest.mark.parametrize(
    "lesson",
    [
        Lesson(pairs=()),
        Lesson(pairs=(LessonPair("it", "a", "fr", "b"),)),
        Lesson(pairs=PAIRS, steps=100_000),
        Lesson(pairs=PAIRS, rehearsal=1_000),
        Lesson(pairs=PAIRS, rank=1_000),
    ],
)
def test_a_link_cannot_ask_for_what_takes_too_long_or_makes_no_sense(lesson, network):
    assert not TaughtWeights(lesson).is_valid_for(network.config)
    assert TaughtWeights(LESSON).is_valid_for(network.config)


def test_the_network_has_the_weights_that_were_kept(network):
    with pytest.raises(ValueError, match="not been taught"):
        TaughtWeights(LESSON).network(network)
    cache_lesson(network, LESSON, moved(network))
    result = TaughtWeights(LESSON).network(network)
    for name, tensor in moved(network).items():
        torch.testing.assert_close(result.state_dict()[name], tensor, rtol=0, atol=1e-3)
    assert lesson_bytes(network, LESSON) == 2 * network.E.weight.numel()


def test_only_so_many_lessons_are_kept_and_the_longest_unused_goes(network):
    lessons = [Lesson(pairs=PAIRS, seed=seed) for seed in range(1, CACHE_SIZE + 2)]
    for lesson in lessons:
        cache_lesson(network, lesson, moved(network))
    assert [is_lesson_cached(network, lesson) for lesson in lessons] == [False] + [
        True
    ] * CACHE_SIZE


def test_who_teaches_most_loses_lessons_first_however_many_they_are(network):
    lessons = [Lesson(pairs=PAIRS, seed=seed) for seed in range(1, 2 * CACHE_SIZE)]
    cache_lesson(network, LESSON, moved(network), "10.0.0.1")
    for lesson in lessons:
        cache_lesson(network, lesson, moved(network), "10.0.0.2")
    assert is_lesson_cached(network, LESSON)
    cached = [is_lesson_cached(network, lesson) for lesson in lessons]
    assert cached == [False] * CACHE_SIZE + [True] * (CACHE_SIZE - 1)


def test_each_model_has_lessons_of_its_own(network, model):
    cache_lesson(network, LESSON, moved(network))
    assert not is_lesson_cached(model, LESSON)


def test_a_taught_model_is_rounded_after_it_was_taught(network, tokenizer):
    cache_lesson(network, LESSON, moved(network, by=0.25))
    glass = Glass(network, tokenizer)
    both = glass.network_with([RoundedWeights(4), TaughtWeights(LESSON)])
    again = RoundedWeights(4).network(TaughtWeights(LESSON).network(network))
    assert torch.equal(both.E.weight, again.E.weight)
