"""Rollout and ALTI+: their identities, and both again, written in plain NumPy."""

import numpy as np
import pytest
import torch
from torch.testing import assert_close

from model.attribution import mixing
from model.attribution.mixing import (
    alti,
    contribution_shares,
    multiply_mixing_matrices,
    rollout,
    split_block_output,
)
from model.passes import record_pass
from tests.close import assert_near

SOURCE, TARGET = [7, 9, 12, 8, 2], [4, 6, 19, 10]


@pytest.fixture
def trace(model):
    return record_pass(model, SOURCE, TARGET)


def array(tensor):
    return tensor.detach().double().numpy()


def by_numpy(encoder, decoder, cross):
    """Shares carried through both stacks: all tokens side by side in one matrix, layer by layer."""
    s, t = cross[0].shape[1], cross[0].shape[0]
    memory = np.eye(s)
    for layer in encoder:
        memory = layer @ memory
    state = np.concatenate([np.zeros((t, s)), np.eye(t)], axis=1)
    read = np.concatenate([memory, np.zeros((s, t))], axis=1)
    for own, taken in zip(decoder, cross, strict=True):
        state = own @ state
        state = np.diag(1 - taken.sum(axis=1)) @ state + taken @ read
    return state[:, :s], state[:, s:]


def rollout_by_numpy(trace, N):
    def mean(name):
        return array(trace[f"{name}.weights"][0]).mean(axis=0)

    encoder = [mean(f"encoder.layers.{i}.self_attention") for i in range(N)]
    decoder = [mean(f"decoder.layers.{i}.self_attention") for i in range(N)]
    cross = [mean(f"decoder.layers.{i}.cross_attention") / 2 for i in range(N)]
    halved = [[0.5 * (a + np.eye(len(a))) for a in stack] for stack in (encoder, decoder)]
    return by_numpy(*halved, cross)


def alti_block_by_numpy(model, trace, attention, add_and_norm, own):
    """Every number by itself: one query, one key, one head at a time."""
    norm = model.get_submodule(add_and_norm).norm
    W_O = array(model.get_submodule(attention).W_O.weight)
    weights, v = array(trace[f"{attention}.weights"][0]), array(trace[f"{attention}.v"][0])
    x, total = array(trace[f"{add_and_norm}.residual"][0]), array(trace[f"{add_and_norm}.sum"][0])
    y = array(trace[f"{add_and_norm}.output"][0])
    heads, queries, keys = weights.shape
    d_k = v.shape[2]
    rows = []
    for i in range(queries):
        vectors = [
            sum(weights[h, i, j] * W_O[:, h * d_k : (h + 1) * d_k] @ v[h, j] for h in range(heads))
            for j in range(keys)
        ]
        if own:
            vectors[i] = vectors[i] + x[i]
        else:
            vectors.append(x[i])
        deviation = np.sqrt(((total[i] - total[i].mean()) ** 2).mean() + norm.eps)
        linear = [array(norm.weight) * (u - u.mean()) / deviation for u in vectors]
        near = [max(0, np.abs(y[i]).sum() - np.abs(y[i] - u).sum()) for u in linear]
        rows.append(np.array(near) / sum(near))
    return np.array(rows)


def alti_by_numpy(model, trace, N):
    def block(stack, layer, attention, norm, own):
        path = f"{stack}.layers.{layer}"
        return alti_block_by_numpy(model, trace, f"{path}.{attention}", f"{path}.{norm}", own)

    encoder = [block("encoder", i, "self_attention", "add_and_norm_1", True) for i in range(N)]
    decoder = [block("decoder", i, "self_attention", "add_and_norm_1", True) for i in range(N)]
    cross = [block("decoder", i, "cross_attention", "add_and_norm_2", False) for i in range(N)]
    return by_numpy(encoder, decoder, [one[:, :-1] for one in cross])


def agree(mixed, source, prefix):
    assert_close(mixed.source, torch.tensor(source).float(), atol=1e-5, rtol=1e-4)
    assert_close(mixed.prefix, torch.tensor(prefix).float(), atol=1e-5, rtol=1e-4)


def test_rollout_is_what_numpy_says(model, trace):
    agree(rollout(trace), *rollout_by_numpy(trace, model.config.N))


def test_alti_is_what_numpy_says(model, trace):
    agree(alti(model, trace), *alti_by_numpy(model, trace, model.config.N))


def test_source_and_prefix_of_each_step_are_all_there_is(model, trace):
    for mixed in (rollout(trace), alti(model, trace)):
        whole = mixed.source_share + mixed.prefix.sum(dim=1)
        assert_close(whole, torch.ones(len(TARGET)), atol=1e-6, rtol=0)
        assert (mixed.source >= 0).all()
        assert (mixed.prefix >= 0).all()
        assert 0 < mixed.source_share.min() <= mixed.source_share.max() < 1


def test_rollout_gives_the_source_the_same_share_in_every_step(model, trace):
    assert_near(rollout(trace).source_share, torch.full((4,), 1 - 0.5**model.config.N))
    assert alti(model, trace).source_share.std() > 1e-4


def test_no_step_has_anything_of_a_later_token(model, trace):
    for mixed in (rollout(trace), alti(model, trace)):
        assert mixed.prefix.triu(1).abs().max() == 0


def test_a_later_token_does_not_change_what_was_found_before(model, trace):
    longer = record_pass(model, SOURCE, [*TARGET, 13])
    assert_near(alti(model, longer).source[:-1], alti(model, trace).source)


@pytest.mark.parametrize(
    ("attention", "norm"),
    [
        ("encoder.layers.1.self_attention", "encoder.layers.1.add_and_norm_1"),
        ("decoder.layers.0.self_attention", "decoder.layers.0.add_and_norm_1"),
        ("decoder.layers.1.cross_attention", "decoder.layers.1.add_and_norm_2"),
    ],
)
def test_the_parts_of_a_block_add_up_to_its_output(model, trace, attention, norm):
    whole = split_block_output(model, trace, attention, norm, slice(None)).sum(dim=1)
    shift = model.get_submodule(norm).norm.bias
    assert_close(whole + shift, trace[f"{norm}.output"][0], atol=1e-4, rtol=0)


def test_rows_are_laid_out_a_few_at_a_time_with_the_same_result(model, trace, monkeypatch):
    whole = alti(model, trace)
    monkeypatch.setattr(mixing, "MAX_FLOATS", 1)
    assert_near(alti(model, trace).source, whole.source)


def test_where_no_part_comes_near_the_position_is_its_own(model, trace, monkeypatch):
    monkeypatch.setattr(mixing, "l1_proximity", lambda output, each: torch.zeros(each.shape[:2]))
    assert_near(alti(model, trace).source_share, torch.zeros(len(TARGET)))
    assert_near(alti(model, trace).prefix, torch.eye(len(TARGET)))
    own = contribution_shares(
        model, trace, "encoder.layers.0.self_attention", "encoder.layers.0.add_and_norm_1"
    )
    assert_near(own, torch.eye(len(SOURCE)))


def test_what_cross_attention_does_not_take_stays_with_the_prefix():
    nothing = torch.zeros(2, 3)
    mixed = multiply_mixing_matrices(
        [torch.eye(3)], [torch.tensor([[1.0, 0], [0.25, 0.75]])], [nothing]
    )
    assert_near(mixed.prefix, torch.tensor([[1.0, 0], [0.25, 0.75]]))
    everything = torch.eye(3)[:2]
    assert_near(
        multiply_mixing_matrices([torch.eye(3)], [torch.eye(2)], [everything]).source, everything
    )
