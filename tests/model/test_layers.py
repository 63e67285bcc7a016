import pytest
import torch
from torch import nn

from model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from model.trace import recording
from tests.close import assert_near


def random(module):
    """The module in evaluation mode, no weight or bias left at a plain start."""
    torch.manual_seed(4)
    for parameter in module.parameters():
        parameter.data.normal_(std=0.3).add_(0.1)
    return module.eval().requires_grad_(False)


@pytest.fixture
def x(config):
    torch.manual_seed(5)
    return torch.randn(2, 5, config.d_model)


def attention_weights(ours, name, d_model):
    """The names that PyTorch's layers give to one attention's weights."""
    return {
        f"{name}.in_proj_weight": torch.cat([ours.W_Q.weight, ours.W_K.weight, ours.W_V.weight]),
        f"{name}.in_proj_bias": torch.zeros(3 * d_model),
        f"{name}.out_proj.weight": ours.W_O.weight,
        f"{name}.out_proj.bias": torch.zeros(d_model),
    }


def other_weights(ours, norms):
    named = {
        "linear1": ours.feed_forward.W_1,
        "linear2": ours.feed_forward.W_2,
        **{f"norm{i}": getattr(ours, f"add_and_norm_{i}").norm for i in range(1, norms + 1)},
    }
    return {
        f"{name}.{k}": v for name, module in named.items() for k, v in module.state_dict().items()
    }


def torch_encoder_layer(ours, config):
    twin = nn.TransformerEncoderLayer(
        config.d_model, config.h, config.d_ff, dropout=0, batch_first=True, norm_first=False
    )
    twin.load_state_dict(
        attention_weights(ours.self_attention, "self_attn", config.d_model)
        | other_weights(ours, norms=2)
    )
    return twin


def torch_decoder_layer(ours, config):
    twin = nn.TransformerDecoderLayer(
        config.d_model, config.h, config.d_ff, dropout=0, batch_first=True, norm_first=False
    )
    twin.load_state_dict(
        attention_weights(ours.self_attention, "self_attn", config.d_model)
        | attention_weights(ours.cross_attention, "multihead_attn", config.d_model)
        | other_weights(ours, norms=3)
    )
    return twin


def test_encoder_layer_agrees_with_pytorch(config, x):
    layer = random(EncoderLayer(config))
    visible = torch.tensor([[True] * 5, [True, True, True, False, False]])
    expected = torch_encoder_layer(layer, config)(x, src_key_padding_mask=~visible)
    assert_near(layer(x, visible.unsqueeze(1))[visible], expected[visible])


def test_decoder_layer_agrees_with_pytorch(config, x):
    layer = random(DecoderLayer(config))
    memory = torch.randn(2, 3, config.d_model)
    visible = torch.tensor([[True, True, True], [True, True, False]])
    causal = torch.ones(1, 5, 5, dtype=torch.bool).tril()
    expected = torch_decoder_layer(layer, config)(
        x, memory, tgt_mask=~causal[0], memory_key_padding_mask=~visible
    )
    assert_near(layer(x, memory, causal, visible.unsqueeze(1)), expected)


def test_normalizing_uses_the_biased_variance(config, x):
    add_and_norm = random(AddAndNorm(config))
    with recording(add_and_norm) as trace:
        output = add_and_norm(x, torch.randn_like(x))
    summed, norm = trace["sum"], add_and_norm.norm
    variance = ((summed - summed.mean(-1, keepdim=True)) ** 2).mean(-1, keepdim=True)
    normal = (summed - summed.mean(-1, keepdim=True)) / (variance + norm.eps).sqrt()
    assert_near(output, normal * norm.weight + norm.bias)


def test_add_and_norm_adds_the_sublayer_to_what_it_was_given(config, x):
    add_and_norm, found = random(AddAndNorm(config)), torch.randn(2, 5, config.d_model)
    with recording(add_and_norm) as trace:
        output = add_and_norm(x, found)
    assert torch.equal(trace["residual"], x)
    assert torch.equal(trace["sublayer"], found)
    assert torch.equal(trace["sum"], x + found)
    assert torch.equal(trace["output"], output)


def test_feed_forward_treats_every_position_by_itself(config, x):
    feed_forward = random(FeedForward(config))
    output = feed_forward(x)
    for position in range(5):
        alone = feed_forward(x[:, position : position + 1])
        assert_near(output[:, position : position + 1], alone)


def test_hidden_activations_are_never_negative_and_give_the_output(config, x):
    feed_forward = random(FeedForward(config))
    with recording(feed_forward) as trace:
        output = feed_forward(x)
    assert trace["hidden"].min() == 0
    W_2 = feed_forward.W_2
    assert_near(output, trace["hidden"] @ W_2.weight.T + W_2.bias)


def test_dropout_falls_on_the_sublayer_and_spares_the_residual(config, x):
    add_and_norm = AddAndNorm(config).train()
    with recording(add_and_norm) as trace:
        add_and_norm(x, torch.ones_like(x))
    assert torch.equal(trace["residual"], x)
    kept = torch.tensor(1 / (1 - config.P_drop))
    assert set(trace["sublayer"].unique().tolist()) <= {0.0, kept.item()}
    assert (trace["sublayer"] == 0).any()
