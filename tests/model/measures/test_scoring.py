"""The probability of a given translation, with and without edits."""

import math

import pytest
import torch

from model.decoding import beam_search, rank_hypotheses
from model.measures.scoring import log_probability, log_probability_without_each_head
from tests.close import near

SOURCE, TRANSLATION = [7, 9, 12, 8, 2], [4, 6, 19, 10, 2]
ATTENTION = "decoder.layers.1.cross_attention"


def silencing(*heads):
    def silence(tensor):
        tensor = tensor.clone()
        tensor[:, list(heads)] = 0
        return tensor

    return {f"{ATTENTION}.heads": silence}


def test_it_is_the_sum_over_the_tokens_of_a_teacher_forced_pass(model):
    logits = model(torch.tensor([SOURCE]), torch.tensor([TRANSLATION[:-1]]))[0]
    tokens = logits.log_softmax(-1)[range(4), TRANSLATION[1:]]
    assert log_probability(model, SOURCE, TRANSLATION) == near(tokens.sum().item())


def test_it_is_what_the_search_says_of_its_own_translation(model):
    [[best, *_]] = rank_hypotheses(beam_search(model, [SOURCE], [4])).values()
    assert log_probability(model, SOURCE, [4, *best.tokens]) == pytest.approx(best.total, abs=1e-4)


def test_an_edit_changes_it(model):
    plain = log_probability(model, SOURCE, TRANSLATION)
    edited = log_probability(model, SOURCE, TRANSLATION, silencing(0))
    assert not math.isclose(plain, edited)


def test_an_edit_that_names_no_tap_is_refused(model):
    with pytest.raises(ValueError, match="no tap"):
        log_probability(model, SOURCE, TRANSLATION, {"nowhere": torch.zeros_like})


def test_heads_silenced_side_by_side_are_heads_silenced_alone(model):
    together = log_probability_without_each_head(model, SOURCE, TRANSLATION, ATTENTION)
    alone = [
        log_probability(model, SOURCE, TRANSLATION, silencing(head))
        for head in range(model.config.h)
    ]
    assert together == pytest.approx(alone, abs=1e-4)
