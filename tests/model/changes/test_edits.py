"""Each change is the same as other weights or other code; the model itself stays as it was."""

from copy import deepcopy

import pytest
import torch

from model.changes.kinds import (
    CutPosition,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    ShuffledPositions,
    SilencedUnit,
    SwappedEmbedding,
)
from model.parts import SUBLAYERS
from tests.close import assert_near


def test_a_unit_that_is_off_has_no_row_in_W_2(changed, other):
    def operate(model):
        model.decoder.layers[0].feed_forward.W_2.weight[:, 5] = 0

    logits, trace = changed(SilencedUnit("decoder", 0, 5))
    assert trace["decoder.layers.0.feed_forward.hidden"][..., 4:7].any(dim=(0, 1)).tolist()[1] == 0
    assert_near(logits, other(operate))


@pytest.mark.parametrize(
    ("cut", "tap"),
    [
        (CutPosition("cross", 0, 1, 2), "decoder.layers.0.cross_attention.heads"),
        (CutPosition("encoder-feed-forward", 1, -1, 2), "encoder.layers.1.add_and_norm_2.sublayer"),
    ],
)
def test_a_cut_position_is_zero_and_earlier_layers_and_later_positions_stay(changed, cut, tap):
    before, now = (changed(*some)[1][tap] for some in ((), (cut,)))
    head = () if cut.head < 0 else (cut.head,)
    assert (before[(0, *head, 2)] != 0).any()
    assert (now[(0, *head, 2)] == 0).all()
    apart = (before != now).any(dim=-1)[0].nonzero().tolist()
    assert apart == [[*head, 2]]


def test_a_cut_beyond_the_last_position_changes_nothing(changed):
    assert torch.equal(changed(CutPosition("decoder", 0, 1, 80))[0], changed()[0])


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_no_positions_are_a_table_of_zeros(changed, other, stack):
    def operate(model):
        model.get_submodule(stack).embedding.encoding.zero_()

    logits, _ = changed(MissingEverywhere(f"{stack}-positions"))
    assert_near(logits, other(operate))
    assert not torch.allclose(logits, changed()[0])


def test_shuffled_positions_are_a_table_in_another_order(changed, other):
    shuffled = ShuffledPositions(1)

    def operate(model):
        model.encoder.embedding.encoding[:5] = model.encoder.embedding.encoding[
            shuffled.permutation(5)
        ]

    assert (
        sorted(shuffled.permutation(5).tolist())
        == list(range(5))
        != shuffled.permutation(5).tolist()
    )
    assert_near(changed(shuffled)[0], other(operate))


def test_no_root_of_d_model_is_a_smaller_E_where_it_is_read(changed, other, model):
    def operate(copy):
        for stack in (copy.encoder, copy.decoder):
            stack.embedding.d_model = 1  # its root is one

    logits, _ = changed(MissingEverywhere("root-d-model"))
    assert_near(logits, other(operate))
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

    assert_near(changed(RemovedPart("sublayer", around, 1))[0], other(off))
    assert_near(changed(RemovedPart("residual", around, 1))[0], other(unjoined))


def test_no_residuals_are_each_of_them_missing(changed):
    each = [RemovedPart("residual", around, layer) for around in SUBLAYERS for layer in range(2)]
    assert torch.equal(changed(MissingEverywhere("residuals"))[0], changed(*each)[0])


def test_swapped_embeddings_are_other_rows_of_E(changed, other):
    def operate(model):
        model.E.weight[[9, 19]] = model.E.weight[[19, 9]]

    def one(model):
        model.E.weight[9] = model.E.weight[19]

    assert_near(changed(SwappedEmbedding(9, 19), SwappedEmbedding(19, 9))[0], other(operate))
    assert_near(changed(SwappedEmbedding(9, 19))[0], other(one))
    assert not torch.allclose(changed(SwappedEmbedding(9, 19))[0], changed()[0])


def test_the_model_itself_is_never_changed(model, changed):
    before = deepcopy(model.state_dict())
    changed(
        MissingEverywhere("mask"),
        SwappedEmbedding(9, 19),
        PinnedWeights("encoder", 0, 1, 2, ((3, 0.9),)),
        ShuffledPositions(3),
    )
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

    alone, _ = changed(MissingEverywhere("norm-mean"))
    assert_near(alone, other(lambda model: replace(model, shift=True)))
    both, _ = changed(MissingEverywhere("norm-mean"), MissingEverywhere("norm-shift"))
    assert_near(both, other(lambda model: replace(model, shift=False)))
    turned, _ = changed(MissingEverywhere("norm-shift"), MissingEverywhere("norm-mean"))
    assert torch.equal(turned, both)


def test_without_its_shift_a_norm_has_no_beta(changed, other):
    def operate(model):
        for name, parameter in model.named_parameters():
            if name.endswith("norm.bias"):
                parameter.zero_()

    assert_near(changed(MissingEverywhere("norm-shift"))[0], other(operate))
