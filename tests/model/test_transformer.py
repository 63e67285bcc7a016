import math

import torch
from torch import nn
from torch.testing import assert_close

from model.config import ModelConfig
from model.tokenizer import PAD
from model.trace import recording
from model.transformer import Transformer, causal_visible
from tests.close import assert_near


def torch_twin(model):
    """PyTorch's two stacks with the same weights; no norm follows them, as in the paper."""
    config = model.config
    sizes = {"dropout": 0.0, "batch_first": True, "norm_first": False}
    encoder_layer = nn.TransformerEncoderLayer(config.d_model, config.h, config.d_ff, **sizes)
    decoder_layer = nn.TransformerDecoderLayer(config.d_model, config.h, config.d_ff, **sizes)
    twin = nn.Transformer(
        custom_encoder=nn.TransformerEncoder(encoder_layer, config.N, norm=None),
        custom_decoder=nn.TransformerDecoder(decoder_layer, config.N, norm=None),
        d_model=config.d_model,
        nhead=config.h,
        batch_first=True,
    )
    names = {
        "cross_attention.W_O": "multihead_attn.out_proj",
        "self_attention.W_O": "self_attn.out_proj",
        "feed_forward.W_": "linear",
        "add_and_norm_1.norm": "norm1",
        "add_and_norm_2.norm": "norm2",
        "add_and_norm_3.norm": "norm3",
    }
    weights = {k: torch.zeros_like(v) for k, v in twin.state_dict().items()}  # biases we have not
    ours = model.state_dict()
    for name, value in ours.items():
        for old, new in names.items():
            if old in name:
                weights[name.replace(old, new)] = value
        if name.endswith("W_Q.weight"):
            stacked = [ours[name.replace("W_Q", matrix)] for matrix in ("W_Q", "W_K", "W_V")]
            path = name.removesuffix("W_Q.weight").replace("self_attention", "self_attn")
            path = path.replace("cross_attention", "multihead_attn")
            weights[f"{path}in_proj_weight"] = torch.cat(stacked)
    twin.load_state_dict(weights)
    return twin.eval()


def test_both_stacks_agree_with_pytorch(model, source, target):
    with recording(model) as trace:
        logits = model(source, target)
    length = target.shape[1]
    expected = torch_twin(model)(
        trace["encoder.embedding.output"],
        trace["decoder.embedding.output"],
        tgt_mask=~causal_visible(length, target.device)[0],
        src_key_padding_mask=source == PAD,
        memory_key_padding_mask=source == PAD,
    )
    assert_near(logits, expected @ model.E.weight.T)


def test_the_output_of_each_layer_is_the_input_of_the_next(model, source, target):
    with recording(model) as trace:
        model(source, target)
    for stack, last in (("encoder", "add_and_norm_2"), ("decoder", "add_and_norm_3")):
        entering = trace[f"{stack}.embedding.output"]
        for layer in range(model.config.N):
            assert torch.equal(trace[f"{stack}.layers.{layer}.add_and_norm_1.residual"], entering)
            entering = trace[f"{stack}.layers.{layer}.{last}.output"]


def test_sublayers_follow_each_other_inside_a_layer(model, source, target):
    with recording(model) as trace:
        model(source, target)
    layer = trace.at("decoder.layers.1")
    assert torch.equal(layer["add_and_norm_1.output"], layer["add_and_norm_2.residual"])
    assert torch.equal(layer["add_and_norm_2.output"], layer["add_and_norm_3.residual"])


def test_the_heads_side_by_side_times_W_O_are_what_is_added(model, source, target):
    with recording(model) as trace:
        model(source, target)
    for path, block in (
        ("encoder.layers.0.self_attention", "encoder.layers.0.add_and_norm_1"),
        ("decoder.layers.1.self_attention", "decoder.layers.1.add_and_norm_1"),
        ("decoder.layers.1.cross_attention", "decoder.layers.1.add_and_norm_2"),
    ):
        concatenated = torch.cat(list(trace[f"{path}.heads"].unbind(dim=1)), dim=-1)
        W_O = model.get_submodule(path).W_O.weight
        assert_near(concatenated @ W_O.T, trace[f"{block}.sublayer"])


def test_the_memory_is_what_the_last_encoder_layer_returns(model, source, target):
    with recording(model) as trace:
        model(source, target)
    last = model.config.N - 1
    assert torch.equal(trace["memory"], trace[f"encoder.layers.{last}.add_and_norm_2.output"])
    for layer in range(model.config.N):
        W_K = model.decoder.layers[layer].cross_attention.W_K.weight
        k = trace[f"decoder.layers.{layer}.cross_attention.k"]
        assert_near(k.transpose(1, 2).flatten(2), trace["memory"] @ W_K.T)


def test_logits_compare_the_decoders_output_with_the_shared_embedding(model, source, target):
    with recording(model) as trace:
        logits = model(source, target)
    last = model.config.N - 1
    output = trace[f"decoder.layers.{last}.add_and_norm_3.output"]
    assert_near(logits, output @ model.E.weight.T)
    assert torch.equal(trace["encoder.embedding.rows"], model.E.weight[source])
    assert torch.equal(trace["decoder.embedding.rows"], model.E.weight[target])


def test_what_comes_later_in_the_target_changes_nothing_before(model, source, target):
    other = target.clone()
    other[:, 2:] = 9
    assert_near(model(source, target)[:, :2], model(source, other)[:, :2])


def test_padding_of_a_source_changes_nothing(model, source, target):
    short = source[1:, :3]
    assert_near(model(short, target[1:]), model(source, target)[1:])


def test_causal_means_itself_and_what_came_before():
    visible = causal_visible(4, torch.device("cpu"))[0]
    assert all(visible[q, k] == (k <= q) for q in range(4) for k in range(4))


def test_a_fresh_embedding_has_the_norm_one_that_its_scale_expects(config):
    torch.manual_seed(6)
    model = Transformer(type(config)(vocab_size=4_000, N=1, d_model=64, h=1, d_ff=8))
    assert_close(model.E.weight.norm(dim=1).mean(), torch.tensor(1.0), atol=0.02, rtol=0)
    scaled = model.E.weight.norm(dim=1).mean() * math.sqrt(64)
    assert_close(scaled, torch.tensor(8.0), atol=0.2, rtol=0)


def test_fresh_weights_depend_on_the_generator_and_on_nothing_that_was_there(model, config):
    model.initialize(torch.Generator().manual_seed(6))
    other = Transformer(config)
    other.initialize(torch.Generator().manual_seed(6))
    for name, weights in model.state_dict().items():
        assert torch.equal(weights, other.state_dict()[name]), name


def test_weights_are_named_by_the_papers_symbols(model):
    names = set(model.state_dict())
    layer = "decoder.layers.1"
    assert {f"{layer}.cross_attention.W_{m}.weight" for m in "QKVO"} <= names
    assert {f"{layer}.feed_forward.W_1.bias", f"{layer}.add_and_norm_3.norm.weight"} <= names
    assert "E.weight" in names
    assert not any("bias" in name for name in names if "attention" in name)


def test_fresh_weights_keep_the_positions_apart():
    torch.manual_seed(1)
    model = Transformer(ModelConfig(vocab_size=100, N=6, d_model=64, h=4, d_ff=256)).eval()
    with torch.inference_mode():
        memory = model.encode(torch.randint(7, 100, (1, 12)))[0]
    alike = nn.functional.cosine_similarity(memory[None], memory[:, None], dim=-1)
    assert alike.fill_diagonal_(0).max() < 0.8
