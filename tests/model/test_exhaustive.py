"""With a vocabulary so small that all translations can be written down: what a beam must find."""

import math
from itertools import product

import pytest
import torch

from model import hypotheses
from model.config import ModelConfig
from model.decoding import Fate, beam_search, rank_hypotheses
from model.hypotheses import length_penalty
from model.tokenizer import EOS
from model.transformer import Transformer
from tests.close import near

VOCAB, LIMIT, START = 6, 3, 3
SOURCES = [[5, EOS], [4, EOS]]
ALL = VOCAB**LIMIT  # a beam of this width drops nothing


def random_model(seed):
    torch.manual_seed(seed)
    config = ModelConfig(
        vocab_size=VOCAB, languages=("en",), N=1, d_model=8, h=2, d_ff=16, max_positions=8
    )
    return Transformer(config).eval().requires_grad_(False)


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Translations end after three tokens."""
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", LIMIT - len(SOURCES[0]))


@pytest.fixture(params=range(3))
def tiny(request):
    return random_model(request.param)


def every_translation(model, source):
    """All translations up to the limit, with their log-probabilities, from one pass."""
    beginnings = list(product(range(VOCAB), repeat=LIMIT - 1))
    target = torch.tensor([[START, *beginning] for beginning in beginnings])
    rows = model(torch.tensor([source] * len(target)), target).log_softmax(dim=-1).tolist()
    totals = {}
    for beginning, row in zip(beginnings, rows, strict=True):
        for last in range(VOCAB):
            tokens = (*beginning, last)
            tokens = tokens[: tokens.index(EOS) + 1] if EOS in tokens else tokens
            totals[tokens] = sum(row[place][token] for place, token in enumerate(tokens))
    return totals


def search(model, width, alpha=0.0):
    """What a search ends with, for each source, best first."""
    return rank_hypotheses(beam_search(model, SOURCES, [START] * 2, width), alpha).values()


def test_all_translations_together_are_certain(tiny):
    for source in SOURCES:
        assert sum(map(math.exp, every_translation(tiny, source).values())) == near(1)


@pytest.mark.parametrize("alpha", [0.0, 0.6, 2.0])
def test_a_beam_that_drops_nothing_finds_all_and_ranks_them_rightly(tiny, alpha):
    for source, found in zip(SOURCES, search(tiny, ALL, alpha), strict=True):
        totals = every_translation(tiny, source)
        assert {tuple(c.tokens) for c in found} == set(totals)
        assert all(c.total == near(totals[tuple(c.tokens)]) for c in found)
        finished = [tokens for tokens in totals if tokens[-1] == EOS]
        best = max(finished, key=lambda t: totals[t] / length_penalty(len(t), alpha))
        assert tuple(found[0].tokens) == best


@pytest.mark.parametrize("width", [1, 2, 5])
def test_what_a_narrow_beam_finds_has_its_true_probability(tiny, width):
    for source, found in zip(SOURCES, search(tiny, width), strict=True):
        totals = every_translation(tiny, source)
        for candidate in found:
            assert candidate.total == near(totals[tuple(candidate.tokens)])


def test_the_first_step_keeps_the_best_beginnings(tiny):
    first = next(beam_search(tiny, SOURCES, [START] * 2, 2))
    for number, source in enumerate(SOURCES):
        logits = tiny(torch.tensor([source]), torch.tensor([[START]]))[0, 0]
        others = [t for t in logits.argsort(descending=True).tolist() if t != EOS]
        assert [c.token for c in first[number] if c.fate is Fate.KEPT] == others[:2]


def test_greedy_search_misses_the_best_translation_of_some_models():
    """Else the tests above could not tell a beam from a greedy search."""
    missed = 0
    for model in map(random_model, range(10)):
        for source, [greedy, *_] in zip(SOURCES, search(model, width=1), strict=True):
            missed += greedy.total < max(every_translation(model, source).values()) - 1e-3
    assert 0 < missed < 20
