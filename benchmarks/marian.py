"""The same network in Hugging Face's ``transformers``: its Marian model, to compare with."""

import torch
from torch import Tensor
from transformers import GenerationConfig, MarianConfig, MarianMTModel

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.layers import DecoderLayer, EncoderLayer
from model.tokenizer import EOS, PAD
from model.transformer import Transformer

SHARED = (
    "model.shared",
    "model.encoder.embed_tokens",
    "model.decoder.embed_tokens",
    "lm_head",
)
# What is not copied: zeros, and the positions that Marian computes itself.
OWN = {
    "final_logits_bias",
    "model.encoder.embed_positions.weight",
    "model.decoder.embed_positions.weight",
}


def marian_of(model: Transformer) -> MarianMTModel:
    """Build Hugging Face's network with a model's weights.

    It is the paper's post-norm network too, with two differences. Its attentions have biases, which
    are zero here. Its positions are not sine beside cosine but first all sines, then all cosines;
    so the components of the stream are put in that order wherever they are read or written.
    """
    order = stream_order(model.config)
    marian = MarianMTModel(_config(model.config)).eval().requires_grad_(False)
    marian.generation_config = _generation()
    weights = {f"{name}.weight": model.E.weight[:, order] for name in SHARED}
    for side in ("encoder", "decoder"):
        for number, layer in enumerate(getattr(model, side).layers):
            prefix = f"model.{side}.layers.{number}"
            weights |= {f"{prefix}.{k}": v for k, v in _layer(layer, order).items()}
    missing, unexpected = marian.load_state_dict(weights, strict=False)
    assert set(missing) == OWN, missing
    assert not unexpected, unexpected
    return marian


def stream_order(config: ModelConfig) -> Tensor:
    """Return the components of the stream in Marian's order: those of the sines come first."""
    return torch.arange(config.d_model).view(-1, 2).T.flatten()


def _config(config: ModelConfig) -> MarianConfig:
    return MarianConfig(
        vocab_size=config.vocab_size,
        max_position_embeddings=config.max_positions,
        encoder_layers=config.N,
        decoder_layers=len(config.layers("decoder")),
        encoder_attention_heads=config.h,
        decoder_attention_heads=config.h,
        encoder_ffn_dim=config.d_ff,
        decoder_ffn_dim=config.d_ff,
        d_model=config.d_model,
        activation_function="relu",
        scale_embedding=True,
        pad_token_id=PAD,
        eos_token_id=EOS,
        forced_eos_token_id=None,
        decoder_start_token_id=EOS + 1,
    )


def _generation() -> GenerationConfig:
    """Search as ``beam_search`` does: until ``width`` hypotheses ended, ranked by their totals."""
    return GenerationConfig(
        pad_token_id=PAD,
        eos_token_id=EOS,
        decoder_start_token_id=EOS + 1,
        num_beams=4,
        early_stopping=True,
        length_penalty=0.0,
        return_dict_in_generate=True,
        output_scores=True,
    )


def _layer(layer: EncoderLayer | DecoderLayer, order: Tensor) -> dict[str, Tensor]:
    weights = _attention("self_attn", layer.self_attention, order)
    norms = {"self_attn_layer_norm": layer.add_and_norm_1, "final_layer_norm": layer.add_and_norm_2}
    if isinstance(layer, DecoderLayer):
        weights |= _attention("encoder_attn", layer.cross_attention, order)
        norms["encoder_attn_layer_norm"] = layer.add_and_norm_2
        norms["final_layer_norm"] = layer.add_and_norm_3
    for name, add_and_norm in norms.items():
        weights[f"{name}.weight"] = add_and_norm.norm.weight[order]
        weights[f"{name}.bias"] = add_and_norm.norm.bias[order]
    W_1, W_2 = layer.feed_forward.W_1, layer.feed_forward.W_2
    weights |= {"fc1.weight": W_1.weight[:, order], "fc1.bias": W_1.bias}
    return weights | {"fc2.weight": W_2.weight[order], "fc2.bias": W_2.bias[order]}


def _attention(name: str, attention: MultiHeadAttention, order: Tensor) -> dict[str, Tensor]:
    read = {"q_proj": attention.W_Q, "k_proj": attention.W_K, "v_proj": attention.W_V}
    weights = {f"{name}.{part}.weight": W.weight[:, order] for part, W in read.items()}
    weights[f"{name}.out_proj.weight"] = attention.W_O.weight[order]
    zero = torch.zeros(len(order))
    return weights | {f"{name}.{part}.bias": zero for part in (*read, "out_proj")}
