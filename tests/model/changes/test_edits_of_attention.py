"""Each change of an attention is the same as other weights of it or another mask."""

import math

import pytest
import torch

from model import attention, transformer
from model.changes.edits import pin_weights
from model.changes.kinds import (
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    SilencedHead,
    TemperedAttention,
)
from model.parts import ATTENTIONS
from tests.close import assert_near


def columns(part, i):
    return slice(i * part.d_k, (i + 1) * part.d_k)


@pytest.mark.parametrize("kind", ATTENTIONS)
def test_a_silent_head_has_no_rows_in_W_O(changed, other, kind):
    def operate(model):
        part = model.get_submodule(ATTENTIONS[kind].format(1))
        part.W_O.weight[:, columns(part, 2)] = 0

    logits, trace = changed(SilencedHead(kind, 1, 2))
    assert_near(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])
    assert not trace[f"{ATTENTIONS[kind].format(1)}.heads"][:, 2].any()


def test_no_mask_is_a_mask_that_hides_nothing(changed, other, monkeypatch):
    logits, _ = changed(MissingEverywhere("mask"))
    before, _ = changed()
    monkeypatch.setattr(
        transformer,
        "causal_visible",
        lambda length, device: torch.ones(1, length, length, dtype=torch.bool),
    )
    assert_near(logits, other(lambda model: None))
    assert not torch.allclose(logits, before)


def test_no_division_by_the_root_is_a_larger_W_Q(changed, other):
    def operate(model):
        for part in model.modules():
            if isinstance(part, attention.MultiHeadAttention):
                part.W_Q.weight *= math.sqrt(part.d_k)

    logits, _ = changed(MissingEverywhere("root-d-k"))
    assert_near(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])


def test_a_temperature_divides_W_Q_of_one_attention(changed, other):
    def operate(model):
        for layer in model.decoder.layers:
            layer.cross_attention.W_Q.weight /= 2.5

    assert_near(changed(TemperedAttention("cross", 2.5))[0], other(operate))


def test_an_edited_row_is_what_was_set_and_no_other_row_changes(changed):
    tap = f"{ATTENTIONS['cross'].format(1)}.weights"
    before, after = (
        changed(*some)[1][tap]
        for some in ((), (PinnedWeights("cross", 1, 3, 2, ((1, 0.75), (4, 0.0))),))
    )
    assert_near(after.sum(dim=-1), torch.ones_like(after[..., 0]))
    assert_near(after[0, 3, 2, [1, 4]], torch.tensor([0.75, 0.0]))
    left, old = after[0, 3, 2, [0, 2, 3]], before[0, 3, 2, [0, 2, 3]]
    assert_near(left, old / old.sum() * 0.25)
    elsewhere = torch.ones_like(after, dtype=torch.bool)
    elsewhere[:, 3, 2] = False
    assert torch.equal(after[elsewhere], before[elsewhere])


def test_a_row_that_no_step_has_changes_nothing(changed):
    assert torch.equal(changed(PinnedWeights("cross", 1, 3, 50, ((0, 1.0),)))[0], changed()[0])


def test_pinned_rows_sum_to_one_whatever_is_pinned():
    weights = torch.tensor([[0.5, 0.25, 0.25, 0.0]])
    assert pin_weights(weights, [(0, 1.0)]).tolist() == [[1, 0, 0, 0]]
    assert pin_weights(weights, [(0, 0.0)]).tolist() == [[0, 0.5, 0.5, 0]]
    assert pin_weights(weights, [(0, 1.0), (3, 1.0)]).tolist() == [[0.5, 0, 0, 0.5]]
    assert pin_weights(weights, [(9, 1.0)]).tolist() == weights.tolist()
    only = torch.tensor([[1.0]])
    assert (
        pin_weights(only, [(0, 0.25)]).tolist() == pin_weights(only, [(0, 0.0)]).tolist() == [[1.0]]
    )
    assert pin_weights(weights, [(i, 0.0) for i in range(4)]).tolist() == weights.tolist()


def test_changes_at_one_tap_act_together(changed, other):
    def operate(model):
        for layer in model.encoder.layers:
            part = layer.self_attention
            part.W_Q.weight *= math.sqrt(part.d_k) / 4
        part = model.encoder.layers[0].self_attention
        part.W_O.weight[:, columns(part, 0)] = part.W_O.weight[:, columns(part, 3)] = 0
        for part in [m for layer in model.decoder.layers for m in layer.modules()]:
            if isinstance(part, attention.MultiHeadAttention):
                part.W_Q.weight *= math.sqrt(part.d_k)
        model.encoder.embedding.encoding.zero_()

    together = (
        SilencedHead("encoder", 0, 0),
        SilencedHead("encoder", 0, 3),
        TemperedAttention("encoder", 4.0),
        MissingEverywhere("root-d-k"),
        MissingEverywhere("encoder-positions"),
    )
    assert_near(changed(*together)[0], other(operate))
    assert_near(changed(*reversed(together))[0], other(operate))


@pytest.mark.parametrize("kind", ATTENTIONS)
@pytest.mark.parametrize("groups", [1, 2])
def test_a_group_has_the_mean_of_the_columns_of_its_heads(changed, other, kind, groups):
    def operate(model):
        for layer in range(model.config.N):
            part = model.get_submodule(ATTENTIONS[kind].format(layer))
            for W in (part.W_K, part.W_V):
                heads = W.weight.unflatten(0, (groups, -1, part.d_k))
                W.weight.copy_(heads.mean(dim=1, keepdim=True).expand_as(heads).flatten(0, 2))

    assert_near(changed(GroupedHeads(kind, groups))[0], other(operate))


def test_as_many_groups_as_heads_change_nothing(changed, model):
    plain, _ = changed()
    assert_near(changed(GroupedHeads("cross", model.config.h))[0], plain)
