"""The output of an attention is the sum of what its heads add."""

import torch

from model.measures.heads import head_parts, head_shares, key_contribution_norms
from model.trace import recording
from tests.close import assert_near

PATHS = {
    "encoder.layers.{}.self_attention": "encoder.layers.{}.add_and_norm_1.sublayer",
    "decoder.layers.{}.self_attention": "decoder.layers.{}.add_and_norm_1.sublayer",
    "decoder.layers.{}.cross_attention": "decoder.layers.{}.add_and_norm_2.sublayer",
}


def test_the_parts_of_all_heads_sum_to_the_output(model, source, target):
    with recording(model) as trace:
        model(source, target)
    for attention, output in PATHS.items():
        for layer in range(model.config.N):
            W_O = model.get_submodule(attention.format(layer)).W_O.weight
            parts = head_parts(trace[f"{attention.format(layer)}.heads"][0], W_O)
            assert_near(parts.sum(dim=0), trace[output.format(layer)][0])


def test_one_part_is_the_output_while_all_other_heads_are_silenced(model, source, target):
    def silence(heads):
        heads = heads.clone()
        heads[:, [0, 1, 3]] = 0
        return heads

    attention, output = "encoder.layers.0.self_attention", "encoder.layers.0.add_and_norm_1"
    with recording(model) as plain:
        model(source, target)
    with recording(model, {f"{attention}.heads": silence}) as edited:
        model(source, target)
    W_O = model.get_submodule(attention).W_O.weight
    parts = head_parts(plain[f"{attention}.heads"][0], W_O)
    assert_near(parts[2], edited[f"{output}.sublayer"][0])


def test_shares_sum_to_one():
    torch.manual_seed(1)
    shares = head_shares(torch.randn(8, 5, 16))
    assert_near(shares.sum(), torch.tensor(1.0))


def test_shares_measure_the_length_along_the_output():
    parts = torch.tensor([[[3.0, 1.0]], [[1.0, -1.0]]])  # together (4, 0)
    assert_near(head_shares(parts), torch.tensor([0.75, 0.25]))


def test_a_part_against_the_output_has_a_negative_share():
    parts = torch.tensor([[[3.0, 0.0]], [[-1.0, 0.0]]])
    assert_near(head_shares(parts), torch.tensor([1.5, -0.5]))


def test_silent_heads_have_no_share():
    assert head_shares(torch.zeros(4, 3, 8)).tolist() == [0, 0, 0, 0]


def test_contributions_are_the_lengths_of_what_is_added(model, source, target):
    with recording(model) as trace:
        model(source, target)
    attention = "decoder.layers.1.cross_attention"
    weights, v = (trace[f"{attention}.{name}"][0] for name in ("weights", "v"))
    W_O = model.get_submodule(attention).W_O.weight
    alone, together = key_contribution_norms(weights, v, W_O)
    for query in range(weights.shape[1]):
        for key in range(weights.shape[2]):
            read = weights[:, query, key, None] * v[:, key]  # what each head takes of this key
            parts = head_parts(read.unsqueeze(1), W_O)[:, 0]
            assert_near(alone[:, query, key], parts.norm(dim=-1))
            assert_near(together[query, key], parts.sum(dim=0).norm())


def test_what_all_keys_add_together_is_the_output(model, source, target):
    """One key with all the weight adds the whole output: its contribution is the output's norm."""
    attention, output = "decoder.layers.0.cross_attention", "decoder.layers.0.add_and_norm_2"
    only = torch.zeros(1, 4, 4, 5)
    only[..., 2] = 1
    with recording(model, {f"{attention}.weights": lambda weights: only}) as trace:
        model(source[:1], target[:1])
    W_O = model.get_submodule(attention).W_O.weight
    _, together = key_contribution_norms(only[0], trace[f"{attention}.v"][0], W_O)
    assert_near(together[:, 2], trace[f"{output}.sublayer"][0].norm(dim=-1))
    assert (together[:, [0, 1, 3, 4]] == 0).all()
