"""What makes a translation likely wrong, and what is learned from judgments."""

import math

import pytest
import torch

from model.hypotheses import Candidate
from model.measures.certainty import (
    Certainty,
    Evidence,
    fit_certainty,
    mean_and_lowest_log_p,
    reconstruction_log_p,
)
from model.measures.scoring import log_probability
from model.tokenizer import EOS


def said(tokenizer, text, log_probabilities):
    node = Candidate(None, tokenizer.start("en"))
    for token, value in zip([*tokenizer.encode(text), EOS], log_probabilities, strict=True):
        node = Candidate(node, token, value, node.total + value)
    return node


def test_a_word_is_as_probable_as_its_pieces_together_and_the_end_counts_alone(tokenizer):
    pieces = tokenizer.encode("the boat sleeps")
    values = [-0.1 * (place + 1) for place in range(len(pieces) + 1)]
    mean, lowest = mean_and_lowest_log_p(tokenizer, said(tokenizer, "the boat sleeps", values))
    assert mean == pytest.approx(sum(values) / len(values))
    last = len(tokenizer.encode("the boat"))
    assert last < len(pieces) - 1  # the last word is in several pieces, and later ones are lower
    assert lowest == pytest.approx(sum(values[last:-1]))


def test_the_less_sure_the_likelier_it_is_wrong():
    judge = Certainty(intercept=-1.0, mean=-2.0, lowest=-0.5, reconstruction=-1.0)
    sure = Evidence(mean=-0.1, lowest=-0.2, reconstruction=-0.3)
    chance = judge.probability_wrong(sure)
    assert chance > 0
    for name, value in (("mean", -2.0), ("lowest", -3.0), ("reconstruction", -4.0)):
        assert chance < judge.probability_wrong(sure._replace(**{name: value})) < 1


def test_a_source_read_back_is_as_likely_as_any_translation_into_its_language(network, tokenizer):
    source = [*tokenizer.encode("the boat sleeps"), EOS]
    translation = tokenizer.encode("das Boot")
    back = reconstruction_log_p(network, tokenizer, source, "en", [*translation, EOS])
    assert back == reconstruction_log_p(network, tokenizer, source, "en", translation)
    assert len(back) == len(source)
    forced = [tokenizer.start("en"), *source]
    assert sum(back) == pytest.approx(
        log_probability(network, [*translation, EOS], forced), abs=1e-4
    )


def test_a_fit_finds_the_chances_that_made_the_judgments():
    generator = torch.Generator().manual_seed(1)
    x = -torch.rand(20_000, 3, generator=generator) * torch.tensor([1.0, 5.0, 2.0])
    chance = (-1.0 - 2.0 * x[:, 0] - 0.5 * x[:, 1] - 1.0 * x[:, 2]).sigmoid()
    wrong = (torch.rand(len(x), generator=generator) < chance).float()
    fitted = fit_certainty(x, wrong)
    assert fitted.mean == pytest.approx(-2, abs=0.25)
    assert fitted.lowest == pytest.approx(-0.5, abs=0.1)
    assert fitted.reconstruction == pytest.approx(-1, abs=0.15)
    assert fitted.intercept == pytest.approx(-1, abs=0.2)


def test_what_is_the_same_for_all_gets_no_weight():
    x = -torch.rand(50, 3) * torch.tensor([1.0, 1.0, 0.0])
    assert fit_certainty(x, (x[:, 0] < -0.5).float()).reconstruction == 0


def test_no_judgment_of_a_kind_leaves_finite_numbers():
    x = -torch.rand(50, 3)
    assert all(map(math.isfinite, vars(fit_certainty(x, torch.zeros(50))).values()))
