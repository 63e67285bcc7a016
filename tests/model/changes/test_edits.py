"""Each change is the same as other weights or other code; changes combine; a cache bears most."""

import math
from copy import deepcopy

import pytest
import torch
from torch.testing import assert_close

from model import attention, transformer
from model.changes.edits import edits, pinned
from model.changes.kinds import (
    Grouped,
    Removed,
    Row,
    Shuffled,
    Silenced,
    Swapped,
    Tempered,
    Unit,
    Without,
)
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import recording


@pytest.fixture
def changed(model, source, target):
    """Return a function that runs the model under changes and returns logits and trace."""

    def changed(*changes):
        with torch.inference_mode(), recording(model, edits(model, changes)) as trace:
            logits = model(source, target)
        return logits, trace

    return changed


@pytest.fixture
def other(model, source, target):
    """Return a function that operates on a copy of the model and returns the copy's logits."""

    def other(operate):
        copy = deepcopy(model)
        operate(copy)
        return copy(source, target)

    return other


def columns(part, i):
    return slice(i * part.d_k, (i + 1) * part.d_k)


@pytest.mark.parametrize("kind", ATTENTIONS)
def test_a_silent_head_has_no_rows_in_W_O(changed, other, kind):
    def operate(model):
        part = model.get_submodule(ATTENTIONS[kind].format(1))
        part.W_O.weight[:, columns(part, 2)] = 0

    logits, trace = changed(Silenced(kind, 1, 2))
    assert_close(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])
    assert not trace[f"{ATTENTIONS[kind].format(1)}.heads"][:, 2].any()


def test_a_unit_that_is_off_has_no_row_in_W_2(changed, other):
    def operate(model):
        model.decoder.layers[0].feed_forward.W_2.weight[:, 5] = 0

    logits, trace = changed(Unit("decoder", 0, 5))
    assert trace["decoder.layers.0.feed_forward.hidden"][..., 4:7].any(dim=(0, 1)).tolist()[1] == 0
    assert_close(logits, other(operate))


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_no_positions_are_a_table_of_zeros(changed, other, stack):
    def operate(model):
        model.get_submodule(stack).embedding.encoding.zero_()

    logits, _ = changed(Without(f"{stack}-positions"))
    assert_close(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])


def test_shuffled_positions_are_a_table_in_another_order(changed, other):
    shuffled = Shuffled(1)

    def operate(model):
        model.encoder.embedding.encoding[:5] = model.encoder.embedding.encoding[shuffled.order(5)]

    assert sorted(shuffled.order(5).tolist()) == list(range(5)) != shuffled.order(5).tolist()
    assert_close(changed(shuffled)[0], other(operate))


def test_no_mask_is_a_mask_that_hides_nothing(changed, other, monkeypatch):
    logits, _ = changed(Without("mask"))
    before, _ = changed()
    monkeypatch.setattr(
        transformer,
        "causal_visible",
        lambda length, device: torch.ones(1, length, length, dtype=torch.bool),
    )
    assert_close(logits, other(lambda model: None))
    assert not torch.allclose(logits, before)


def test_no_division_by_the_root_is_a_larger_W_Q(changed, other):
    def operate(model):
        for part in model.modules():
            if isinstance(part, attention.MultiHeadAttention):
                part.W_Q.weight *= math.sqrt(part.d_k)

    logits, _ = changed(Without("root-d-k"))
    assert_close(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])


def test_a_temperature_divides_W_Q_of_one_attention(changed, other):
    def operate(model):
        for layer in model.decoder.layers:
            layer.cross_attention.W_Q.weight /= 2.5

    assert_close(changed(Tempered("cross", 2.5))[0], other(operate))


def test_no_root_of_d_model_is_a_smaller_E_where_it_is_read(changed, other, model):
    def operate(copy):
        for stack in (copy.encoder, copy.decoder):
            stack.embedding.d_model = 1  # its root is one

    logits, _ = changed(Without("root-d-model"))
    assert_close(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])


@pytest.mark.parametrize("around", SUBLAYERS)
def test_a_sublayer_that_is_off_writes_nothing_and_a_missing_residual_carries_nothing(
    changed, other, around
):
    path = SUBLAYERS[around].format(1)

    def off(model):
        frame = model.get_submodule(path)
        forward = frame.forward
        frame.forward = lambda x, sublayer: forward(x, 0 * sublayer)

    def unjoined(model):
        frame = model.get_submodule(path)
        forward = frame.forward
        frame.forward = lambda x, sublayer: forward(0 * x, sublayer)

    assert_close(changed(Removed("sublayer", around, 1))[0], other(off))
    assert_close(changed(Removed("residual", around, 1))[0], other(unjoined))


def test_no_residuals_are_each_of_them_missing(changed):
    each = [Removed("residual", around, layer) for around in SUBLAYERS for layer in range(2)]
    assert torch.equal(changed(Without("residuals"))[0], changed(*each)[0])


def test_swapped_embeddings_are_other_rows_of_E(changed, other):
    def operate(model):
        model.E.weight[[9, 19]] = model.E.weight[[19, 9]]

    def one(model):
        model.E.weight[9] = model.E.weight[19]

    assert_close(changed(Swapped(9, 19), Swapped(19, 9))[0], other(operate))
    assert_close(changed(Swapped(9, 19))[0], other(one))
    assert not torch.allclose(changed(Swapped(9, 19))[0], changed()[0])


def test_an_edited_row_is_what_was_set_and_no_other_row_changes(changed):
    tap = f"{ATTENTIONS['cross'].format(1)}.weights"
    before, after = (
        changed(*some)[1][tap] for some in ((), (Row("cross", 1, 3, 2, ((1, 0.75), (4, 0.0))),))
    )
    assert_close(after.sum(dim=-1), torch.ones_like(after[..., 0]))
    assert_close(after[0, 3, 2, [1, 4]], torch.tensor([0.75, 0.0]))
    left, old = after[0, 3, 2, [0, 2, 3]], before[0, 3, 2, [0, 2, 3]]
    assert_close(left, old / old.sum() * 0.25)
    elsewhere = torch.ones_like(after, dtype=torch.bool)
    elsewhere[:, 3, 2] = False
    assert torch.equal(after[elsewhere], before[elsewhere])


def test_a_row_that_no_step_has_changes_nothing(changed):
    assert torch.equal(changed(Row("cross", 1, 3, 50, ((0, 1.0),)))[0], changed()[0])


def test_pinned_rows_sum_to_one_whatever_is_pinned():
    weights = torch.tensor([[0.5, 0.25, 0.25, 0.0]])
    assert pinned(weights, [(0, 1.0)]).tolist() == [[1, 0, 0, 0]]
    assert pinned(weights, [(0, 0.0)]).tolist() == [[0, 0.5, 0.5, 0]]
    assert pinned(weights, [(0, 1.0), (3, 1.0)]).tolist() == [[0.5, 0, 0, 0.5]]
    assert pinned(weights, [(9, 1.0)]).tolist() == weights.tolist()
    only = torch.tensor([[1.0]])
    assert pinned(only, [(0, 0.25)]).tolist() == pinned(only, [(0, 0.0)]).tolist() == [[1.0]]
    assert pinned(weights, [(i, 0.0) for i in range(4)]).tolist() == weights.tolist()


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
        Silenced("encoder", 0, 0),
        Silenced("encoder", 0, 3),
        Tempered("encoder", 4.0),
        Without("root-d-k"),
        Without("encoder-positions"),
    )
    assert_close(changed(*together)[0], other(operate))
    assert_close(changed(*reversed(together))[0], other(operate))


def test_the_model_itself_is_never_changed(model, changed):
    before = deepcopy(model.state_dict())
    changed(Without("mask"), Swapped(9, 19), Row("encoder", 0, 1, 2, ((3, 0.9),)), Shuffled(3))
    after = model.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_norm_that_keeps_the_mean_is_rms_norm_with_a_shift(changed, other):
    class RMSNorm(torch.nn.RMSNorm):
        def __init__(self, norm, shift):
            super().__init__(norm.normalized_shape, eps=norm.eps)
            self.weight, self.shift = norm.weight, norm.bias if shift else 0

        def forward(self, x):
            return super().forward(x) + self.shift

    def replace(model, shift):
        for layer in (*model.encoder.layers, *model.decoder.layers):
            for name, part in layer.named_children():
                if name.startswith("add_and_norm"):
                    part.norm = RMSNorm(part.norm, shift)

    alone, _ = changed(Without("norm-mean"))
    assert_close(alone, other(lambda model: replace(model, shift=True)))
    both, _ = changed(Without("norm-mean"), Without("norm-shift"))
    assert_close(both, other(lambda model: replace(model, shift=False)))


def test_without_its_shift_a_norm_has_no_beta(changed, other):
    def operate(model):
        for name, parameter in model.named_parameters():
            if name.endswith("norm.bias"):
                parameter.zero_()

    assert_close(changed(Without("norm-shift"))[0], other(operate))


@pytest.mark.parametrize("kind", ATTENTIONS)
@pytest.mark.parametrize("groups", [1, 2])
def test_a_group_has_the_mean_of_the_columns_of_its_heads(changed, other, kind, groups):
    def operate(model):
        for layer in range(model.config.N):
            part = model.get_submodule(ATTENTIONS[kind].format(layer))
            for W in (part.W_K, part.W_V):
                heads = W.weight.unflatten(0, (groups, -1, part.d_k))
                W.weight.copy_(heads.mean(dim=1, keepdim=True).expand_as(heads).flatten(0, 2))

    assert_close(changed(Grouped(kind, groups))[0], other(operate))


def test_as_many_groups_as_heads_change_nothing(changed, model):
    plain, _ = changed()
    assert_close(changed(Grouped("cross", model.config.h))[0], plain)
