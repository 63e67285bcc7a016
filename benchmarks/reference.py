"""The same network built from ``torch.nn.Transformer``, for comparison."""

import math
from typing import Any

import torch
from torch import Tensor, nn

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.embedding import positional_encoding
from model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from model.tokenizer import PAD
from model.transformer import Transformer


class TorchReference(nn.Module):
    """``nn.Transformer`` between the paper's embedding and projection.

    It has no norm after the stacks, as in the paper. Its attentions have biases; they start at
    zero, so that copied weights give the same function. While training it also drops attention
    weights and hidden units, as nn.Transformer does by default; this changes its speed by little.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        sizes = (config.d_model, config.h, config.d_ff, config.P_drop)
        self.d_model = config.d_model
        self.E = nn.Embedding(config.vocab_size, config.d_model)
        self.dropout = nn.Dropout(config.P_drop)
        self.encoding = positional_encoding(config.max_positions, config.d_model)
        self.transformer = nn.Transformer(
            config.d_model,
            config.h,
            custom_encoder=nn.TransformerEncoder(
                nn.TransformerEncoderLayer(*sizes, batch_first=True), config.N
            ),
            custom_decoder=nn.TransformerDecoder(
                nn.TransformerDecoderLayer(*sizes, batch_first=True),
                len(config.layers("decoder")),
            ),
            batch_first=True,
        )

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Return the logits of all positions of known targets at once, as the model does."""
        pads = source == PAD
        padding = pads if pads.any() else None  # the pass is faster without a padding mask
        causal = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        x = self.transformer(
            self.embed(source),
            self.embed(target),
            tgt_mask=causal,
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )
        return x @ self.E.weight.T

    def embed(self, ids: Tensor) -> Tensor:
        """Return the input vectors of the first layer: embedding plus positional encoding."""
        embedding = self.E(ids) * math.sqrt(self.d_model)
        return self.dropout(embedding + self.encoding[: ids.shape[1]])


@torch.no_grad()
def build_reference(model: Transformer) -> TorchReference:
    """Build the reference network with a copy of a model's weights.

    Raises:
        AssertionError: if its logits differ from the model's.
    """
    reference = TorchReference(model.config)
    reference.E.weight.copy_(model.E.weight)
    stacks = reference.transformer
    ours: Any  # a ModuleList does not know the types of its layers
    theirs: Any
    for ours, theirs in zip(model.encoder.layers, stacks.encoder.layers, strict=True):
        _copy_layer(ours, theirs)
    for ours, theirs in zip(model.decoder.layers, stacks.decoder.layers, strict=True):
        _copy_layer(ours, theirs)
        _copy_attention(ours.cross_attention, theirs.multihead_attn)
        _copy_norm(ours.add_and_norm_3, theirs.norm3)
    training = model.training
    _check_equal_scores(model.eval(), reference.eval())
    model.train(training)
    return reference.train(training)


def _copy_layer(ours: EncoderLayer | DecoderLayer, torch_module: Any) -> None:
    """Copy all weights of a layer into one of PyTorch."""
    _copy_attention(ours.self_attention, torch_module.self_attn)
    _copy_feed_forward(ours.feed_forward, torch_module)
    _copy_norm(ours.add_and_norm_1, torch_module.norm1)
    _copy_norm(ours.add_and_norm_2, torch_module.norm2)


def _copy_attention(ours: MultiHeadAttention, torch_module: nn.MultiheadAttention) -> None:
    """Copy W_Q, W_K, W_V and W_O into an attention of PyTorch, whose biases become zero."""
    torch_module.in_proj_weight.copy_(
        torch.cat([ours.W_Q.weight, ours.W_K.weight, ours.W_V.weight])
    )
    torch_module.in_proj_bias.zero_()
    torch_module.out_proj.weight.copy_(ours.W_O.weight)
    torch_module.out_proj.bias.zero_()


def _copy_feed_forward(ours: FeedForward, torch_module: Any) -> None:
    """Copy both linear layers of a feed-forward network into a layer of PyTorch."""
    torch_module.linear1.load_state_dict(ours.W_1.state_dict())
    torch_module.linear2.load_state_dict(ours.W_2.state_dict())


def _copy_norm(ours: AddAndNorm, torch_module: nn.LayerNorm) -> None:
    """Copy scale and shift of a LayerNorm into one of PyTorch."""
    torch_module.load_state_dict(ours.norm.state_dict())


def _check_equal_scores(model: Transformer, reference: TorchReference) -> None:
    """Assert that both networks give the same logits for one batch with padding."""
    source = torch.tensor([[11, 12, 13, 14, 2], [15, 16, 2, PAD, PAD]])
    target = torch.tensor([[4, 21, 22, 23], [4, 24, 25, 26]])
    torch.testing.assert_close(
        model(source, target), reference(source, target), atol=1e-4, rtol=1e-4
    )
