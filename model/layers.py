"""The layers of both stacks (section 3.1): sub-layers, each followed by Add & Norm."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional

from model.attention import Cache, MultiHeadAttention
from model.config import ModelConfig
from model.dropout import Dropout
from model.trace import Taps


class FeedForward(nn.Module):
    r"""Position-wise feed-forward network: $\max(0, x W_1 + b_1)\, W_2 + b_2$ (section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        """Create W_1 and W_2 with biases, in the sizes of a configuration."""
        super().__init__()
        self.W_1 = nn.Linear(config.d_model, config.d_ff)
        self.W_2 = nn.Linear(config.d_ff, config.d_model)
        self.activation = {"relu": torch.relu, "swish": functional.silu}[config.activation]
        self.tap = Taps(hidden="batch position d_ff")

    def forward(
        self, x: Float[Tensor, "batch position d_model"]
    ) -> Float[Tensor, "batch position d_model"]:
        """Return the feed-forward output at each position: W_2 times the activated hidden layer."""
        return self.W_2(self.tap.hidden(self.activation(self.W_1(x))))


class AddAndNorm(nn.Module):
    r"""Add a sub-layer's output to its input, and normalize the sum.

    $$\mathrm{LayerNorm}(x + \mathrm{Sublayer}(x))$$

    This is the post-norm of the paper's section 3.1; there is no further norm after the stacks.
    """

    def __init__(self, config: ModelConfig) -> None:
        """Create dropout and LayerNorm in the sizes of a configuration."""
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = Dropout(config.P_drop)
        self.tap = Taps(
            residual="batch position d_model",
            sublayer="batch position d_model",
            sum="batch position d_model",
            output="batch position d_model",
        )

    def forward(
        self,
        x: Float[Tensor, "batch position d_model"],
        sublayer: Float[Tensor, "batch position d_model"],
    ) -> Float[Tensor, "batch position d_model"]:
        """Return LayerNorm(x + dropout(sublayer))."""
        summed = self.tap.residual(x) + self.tap.sublayer(self.dropout(sublayer))
        return self.tap.output(self.norm(self.tap.sum(summed)))


class EncoderLayer(nn.Module):
    """Figure 1, left: self-attention, then feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        """Create both sub-layers, each with Add & Norm."""
        super().__init__()
        self.self_attention = MultiHeadAttention(config)
        self.add_and_norm_1 = AddAndNorm(config)
        self.feed_forward = FeedForward(config)
        self.add_and_norm_2 = AddAndNorm(config)

    def forward(
        self, x: Float[Tensor, "batch source d_model"], visible: Bool[Tensor, "batch _ source"]
    ) -> Float[Tensor, "batch source d_model"]:
        """Return the source vectors after self-attention and feed-forward network.

        Args:
            x: vectors of the source positions.
            visible: True at source positions that may be attended to.
        """
        x = self.add_and_norm_1(x, self.self_attention(x, x, visible))
        return self.add_and_norm_2(x, self.feed_forward(x))


class DecoderLayer(nn.Module):
    """Figure 1, right: masked self-attention, cross-attention to the memory, feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        """Create all three sub-layers, each with Add & Norm."""
        super().__init__()
        self.self_attention = MultiHeadAttention(config)
        self.add_and_norm_1 = AddAndNorm(config)
        self.cross_attention = MultiHeadAttention(config)
        self.add_and_norm_2 = AddAndNorm(config)
        self.feed_forward = FeedForward(config)
        self.add_and_norm_3 = AddAndNorm(config)

    def forward(
        self,
        x: Float[Tensor, "batch target d_model"],
        memory: Float[Tensor, "batch new d_model"],
        causal: Bool[Tensor, "_ target key"],
        visible: Bool[Tensor, "batch _ source"],
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch target d_model"]:
        """Return the target vectors after self-attention, cross-attention and feed-forward network.

        Args:
            x: vectors of the target positions; with a cache, of the new ones only.
            memory: the encoder's output; of length 0 once the cache holds its keys and values.
            causal: True where a target position (row) may attend to a target position (column).
            visible: True at source positions that may be attended to.
            cache: keys and values of earlier steps, extended here; None to decode all at once.
        """
        x = self.add_and_norm_1(x, self.self_attention(x, x, causal, cache))
        x = self.add_and_norm_2(x, self.cross_attention(x, memory, visible, cache))
        return self.add_and_norm_3(x, self.feed_forward(x))
