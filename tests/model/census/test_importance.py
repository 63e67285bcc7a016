"""What a translation loses with a head silenced, and how fast it begins to lose."""

import pytest
import torch
from torch.testing import assert_close

from model.census import importance
from model.census.importance import (
    gate_edits,
    gate_gradient,
    gates_silencing_each,
    log_probabilities_under_gates,
    losses_by_silencing,
)
from model.census.orders import list_heads, make_head_gates
from model.changes.kinds import SilencedHead, collect_edits
from model.measures.scoring import log_probability, log_probability_without_each_head
from model.parts import ATTENTIONS
from model.passes import record_pass
from tests.close import assert_near

SOURCE, TRANSLATION = (7, 9, 12, 8, 2), (4, 6, 19, 10, 2)


def test_a_gate_of_zero_silences_a_head_as_an_edit_of_the_model_does(model, config):
    some = [
        SilencedHead("encoder", 0, 3),
        SilencedHead("cross", 1, 0),
        SilencedHead("decoder", 1, 2),
    ]
    one = record_pass(
        model, SOURCE, TRANSLATION, gate_edits(make_head_gates([some], config), config)
    )
    other = record_pass(model, SOURCE, TRANSLATION, collect_edits(model, some))
    for name in other:
        assert torch.equal(one[name], other[name]), name


def test_gates_of_one_change_nothing_bit_for_bit(model, config):
    one = record_pass(model, SOURCE, TRANSLATION, gate_edits(make_head_gates([[]], config), config))
    assert torch.equal(one["logits"], record_pass(model, SOURCE, TRANSLATION)["logits"])


def test_silencing_all_heads_in_copies_says_what_silencing_one_after_the_other_says(model):
    found = losses_by_silencing(model, SOURCE, TRANSLATION)
    whole = log_probability(model, SOURCE, TRANSLATION)
    for number, path in enumerate(ATTENTIONS.values()):
        for layer in model.config.layers(path):
            alone = log_probability_without_each_head(
                model, SOURCE, TRANSLATION, path.format(layer)
            )
            assert_close(found[number, layer], whole - torch.tensor(alone), atol=1e-4, rtol=1e-4)


def test_each_copy_silences_another_head(config):
    copies = gates_silencing_each(config)
    assert len(copies) == len(list_heads(config)) == 3 * config.N * config.h
    assert torch.equal(1 - copies.flatten(1), torch.eye(len(copies)))


def test_the_gradient_is_the_slope_of_the_loss_as_a_gate_is_moved_a_little(model, config):
    found, step = gate_gradient(model, SOURCE, TRANSLATION), 0.01
    assert found.abs().max() > 0.02  # so that the next lines can fail
    for number, layer, head in [(0, 0, 1), (0, 1, 3), (1, 0, 0), (1, 1, 2), (2, 0, 2), (2, 1, 3)]:
        moved = torch.ones(2, len(ATTENTIONS), config.N, config.h)
        moved[:, number, layer, head] += torch.tensor([step, -step])
        losses = [
            -log_probability(model, SOURCE, TRANSLATION, gate_edits(one, config))
            for one in moved.split(1)
        ]
        slope = (losses[0] - losses[1]) / (2 * step)
        assert found[number, layer, head].item() == pytest.approx(slope, abs=1e-3)


def test_a_gradient_leaves_no_trace_in_the_model(model):
    gate_gradient(model, SOURCE, TRANSLATION)
    assert all(one.grad is None and not one.requires_grad for one in model.parameters())


def test_copies_are_scored_alike_however_many_are_computed_at_once(model, config, monkeypatch):
    copies = gates_silencing_each(config)
    together = log_probabilities_under_gates(model, SOURCE, TRANSLATION, copies)
    monkeypatch.setattr(importance, "MAX_TOKENS", 1)
    for one, other in zip(
        log_probabilities_under_gates(model, SOURCE, TRANSLATION, copies), together, strict=True
    ):
        assert_near(one, other)


def test_an_encoder_that_copies_share_runs_once(model, config, monkeypatch):
    read, encode = [], model.encode

    def counted(source):
        read.append(len(source))
        return encode(source)

    monkeypatch.setattr(model, "encode", counted)
    some = [
        [],
        [SilencedHead("cross", 1, 0)],
        [SilencedHead("encoder", 0, 1)],
        [SilencedHead("decoder", 0, 2)],
    ]
    some.append([SilencedHead("encoder", 0, 1), SilencedHead("cross", 0, 3)])
    found = log_probabilities_under_gates(model, SOURCE, TRANSLATION, make_head_gates(some, config))
    assert read == [2]
    alone = [
        log_probabilities_under_gates(model, SOURCE, TRANSLATION, make_head_gates([one], config))
        for one in some
    ]
    for number, each in enumerate(found):
        assert_near(each, torch.cat([one[number] for one in alone]))


def test_the_likeliest_token_is_at_least_as_likely_as_the_one_that_is_said(model, config):
    said, best = log_probabilities_under_gates(
        model, SOURCE, TRANSLATION, gates_silencing_each(config)
    )
    assert (said <= best).all()
    logits = record_pass(model, SOURCE, TRANSLATION[:-1])["logits"][0]
    likeliest = [TRANSLATION[0], *logits.argmax(dim=-1).tolist()]
    whole = make_head_gates([[]], config)
    first, top = log_probabilities_under_gates(model, SOURCE, likeliest[:2], whole)
    assert torch.equal(first, top)
