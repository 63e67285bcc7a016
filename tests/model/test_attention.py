import math

import pytest
import torch
from torch import nn

from model.attention import Cache, MultiHeadAttention
from model.trace import recording
from tests.close import assert_near


@pytest.fixture
def attention(config):
    torch.manual_seed(2)
    return MultiHeadAttention(config).eval().requires_grad_(False)


@pytest.fixture
def x(config):
    torch.manual_seed(3)
    return torch.randn(2, 5, config.d_model)


def causal(length):
    return torch.ones(1, length, length, dtype=torch.bool).tril()


def torch_twin(attention, config):
    """PyTorch's module with the same weights."""
    twin = nn.MultiheadAttention(config.d_model, config.h, bias=False, batch_first=True).eval()
    W_Q, W_K, W_V = attention.W_Q.weight, attention.W_K.weight, attention.W_V.weight
    twin.load_state_dict(
        {"in_proj_weight": torch.cat([W_Q, W_K, W_V]), "out_proj.weight": attention.W_O.weight}
    )
    return twin


def test_agrees_with_pytorch_in_output_and_in_the_weights_of_each_head(attention, config, x):
    with recording(attention) as trace:
        output = attention(x, x, causal(5))
    expected, weights = torch_twin(attention, config)(
        x, x, x, attn_mask=~causal(5)[0], average_attn_weights=False
    )
    assert_near(output, expected)
    assert_near(trace["weights"], weights)


def test_agrees_with_pytorch_across_a_padded_memory(attention, config, x):
    memory = torch.randn(2, 3, config.d_model)
    visible = torch.tensor([[True, True, True], [True, False, False]])
    with recording(attention) as trace:
        output = attention(x, memory, visible.unsqueeze(1))
    expected, weights = torch_twin(attention, config)(
        x, memory, memory, key_padding_mask=~visible, average_attn_weights=False
    )
    assert_near(output, expected)
    assert_near(trace["weights"], weights)


def test_scores_are_scaled_products_of_queries_and_keys(attention, config, x):
    with recording(attention) as trace:
        attention(x, x, causal(5))
    products = torch.einsum("bhqd,bhkd->bhqk", trace["q"], trace["k"])
    assert_near(trace["scores"], products / math.sqrt(config.d_k))


def test_weights_are_distributions_over_the_visible_keys(attention, x):
    with recording(attention) as trace:
        attention(x, x, causal(5))
    assert_near(trace["weights"].sum(-1), torch.ones(2, 4, 5))
    assert (trace["weights"].triu(diagonal=1) == 0).all()
    assert (trace["weights"].diagonal(dim1=-2, dim2=-1) > 0).all()


def test_masking_hides_scores_and_leaves_the_others_alone(attention, x):
    with recording(attention) as trace:
        attention(x, x, causal(5))
    visible = trace["visible"].expand_as(trace["scores"])
    assert (trace["masked"][~visible] == -math.inf).all()
    assert torch.equal(trace["masked"][visible], trace["scores"][visible])


def test_heads_are_weighted_sums_of_values(attention, x):
    with recording(attention) as trace:
        attention(x, x, causal(5))
    assert_near(trace["heads"], trace["weights"] @ trace["v"])


def test_each_head_projects_the_whole_vector_with_its_own_columns(attention, config, x):
    with recording(attention) as trace:
        attention(x, x, causal(5))
    for head in range(config.h):
        rows = slice(head * config.d_k, (head + 1) * config.d_k)
        assert_near(trace["q"][:, head], x @ attention.W_Q.weight[rows].T)
        assert_near(trace["k"][:, head], x @ attention.W_K.weight[rows].T)
        assert_near(trace["v"][:, head], x @ attention.W_V.weight[rows].T)


def test_the_output_is_the_sum_of_each_heads_part(attention, config, x):
    with recording(attention) as trace:
        output = attention(x, x, causal(5))
    blocks = attention.W_O.weight.T.unflatten(0, (config.h, config.d_k))
    parts = trace["heads"] @ blocks
    assert parts.shape == (2, config.h, 5, config.d_model)
    assert_near(parts.sum(dim=1), output)


def test_without_positions_and_masks_attention_is_permutation_equivariant(attention, x):
    everything = torch.ones(1, 1, 5, dtype=torch.bool)
    order = torch.tensor([3, 0, 4, 1, 2])
    shuffled = attention(x[:, order], x[:, order], everything)
    assert_near(shuffled, attention(x, x, everything)[:, order])


def test_a_cache_gives_the_same_as_all_positions_at_once(attention, x):
    cache = Cache()
    steps = [
        attention(x[:, t : t + 1], x[:, t : t + 1], causal(t + 1)[:, t:], cache) for t in range(5)
    ]
    assert_near(torch.cat(steps, dim=1), attention(x, x, causal(5)))


def test_a_cache_keeps_the_chosen_rows_in_the_chosen_order(attention, x):
    cache = Cache()
    attention(x[:, :1], x[:, :1], causal(1), cache)
    rows = torch.tensor([1, 1, 0])
    cache.select(rows)
    chosen = x[rows]
    output = attention(chosen[:, 1:2], chosen[:, 1:2], causal(2)[:, 1:], cache)
    assert_near(output, attention(chosen[:, :2], chosen[:, :2], causal(2))[:, 1:])


def test_rows_that_keep_their_memory_move_only_what_they_saw_of_the_target(attention, config, x):
    across, cache = MultiHeadAttention(config).eval().requires_grad_(False), Cache()
    memory = torch.randn(2, 3, config.d_model)
    everything = torch.ones(1, 1, 3, dtype=torch.bool)
    attention(x[:, :1], x[:, :1], causal(1), cache)
    across(x[:, :1], memory, everything, cache)
    cache.length = 1
    cache.select(torch.tensor([1, 0]), same_memory=True)
    swapped = x.flip(0)
    output = attention(swapped[:, 1:2], swapped[:, 1:2], causal(2)[:, 1:], cache)
    assert_near(output, attention(swapped[:, :2], swapped[:, :2], causal(2))[:, 1:])
    read = across(swapped[:, 1:2], memory[:, :0], everything, cache)
    assert_near(read, across(swapped[:, 1:2], memory, everything))
