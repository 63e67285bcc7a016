"""The whole network of Figure 1: two stacks around one shared embedding matrix."""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional

from model.attention import Cache
from model.config import ModelConfig
from model.embedding import Embedding
from model.layers import DecoderLayer, EncoderLayer
from model.tokenizer import PAD
from model.trace import Tap

CARRYING_GAIN = 0.4  # chosen by trial: see the model card


class Encoder(nn.Module):
    """The encoder: N layers in which every source position attends to every other."""

    def __init__(self, config: ModelConfig) -> None:
        """Create the embedding and N layers in the sizes of a configuration."""
        super().__init__()
        self.embedding = Embedding(config)
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in config.layers("encoder"))

    def forward(
        self, rows: Float[Tensor, "batch source d_model"], visible: Bool[Tensor, "batch _ source"]
    ) -> Float[Tensor, "batch source d_model"]:
        """Return the output of the last encoder layer, one vector for each source token.

        Args:
            rows: the source tokens' rows of the embedding matrix E.
            visible: True at source positions that are not padding.
        """
        x = self.embedding(rows)
        for layer in self.layers:
            x = layer(x, visible)
        return x


class Decoder(nn.Module):
    """The decoder: N layers of causal self-attention and cross-attention to the memory."""

    def __init__(self, config: ModelConfig) -> None:
        """Create the embedding and N layers in the sizes of a configuration."""
        super().__init__()
        self.embedding = Embedding(config)
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in config.layers("decoder"))

    def forward(
        self,
        rows: Float[Tensor, "batch target d_model"],
        memory: Float[Tensor, "batch new d_model"],
        visible: Bool[Tensor, "batch _ source"],
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch target d_model"]:
        """Return the output of the last decoder layer, one vector for each given target token.

        Args:
            rows: the target tokens' rows of the embedding matrix E; with a cache, of new ones only.
            memory: the encoder's output; with a cache, whole at the first step and then of length
                0, because its keys and values are in the cache already.
            visible: True at source positions that are not padding.
            cache: keys and values of earlier steps, extended here; None to decode all at once.
        """
        start = 0 if cache is None else cache.length
        x = self.embedding(rows, start)
        causal = causal_visible(start + rows.shape[1], rows.device)[:, start:]
        for layer in self.layers:
            x = layer(x, memory, causal, visible, cache)
        return x


class Transformer(nn.Module):
    r"""Score every next piece of a translation, given the source and the pieces before it.

    $$\mathrm{logits} =
      \mathrm{Decoder}(\mathrm{target}, \mathrm{Encoder}(\mathrm{source}))\, E^\top$$

    The rows of E embed the source, embed the target and, as the projection before the softmax,
    are what the decoder's output is compared with (section 3.4).
    """

    def __init__(self, config: ModelConfig) -> None:
        """Create E, encoder and decoder in the sizes of a configuration; draw the weights."""
        super().__init__()
        self.config = config
        self.E = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = Encoder(config)
        self.memory = Tap("batch source d_model")
        self.decoder = Decoder(config)
        self.b = nn.Parameter(torch.zeros(config.vocab_size)) if config.biases else None
        self.logits = Tap("batch target vocab")
        self.initialize()

    def initialize(self, generator: torch.Generator | None = None) -> None:
        """Initialize all weights: E from N(0, 1/d_model), other matrices by Glorot (Xavier).

        The matrices that carry the vectors through a sub-layer (W_V and W_O, W_1 and W_2) start
        smaller, so that the sub-layer changes its input only a little at first (Huang et al. 2020,
        Wang et al. 2022); W_Q and W_K, which only determine attention weights, do not. At full
        size, post-norm makes all positions alike within a few layers, and cross-attention stays
        uniform. Biases start at 0, LayerNorm's factors at 1.

        Args:
            generator: the generator; None for torch's global one.
        """
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2 and not name.startswith("E."):
                carries = name.split(".")[-2] in ("W_V", "W_O", "W_1", "W_2")
                gain = CARRYING_GAIN if carries else 1.0
                nn.init.xavier_uniform_(parameter, gain, generator)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif name.endswith("norm.weight"):
                nn.init.ones_(parameter)
        nn.init.normal_(self.E.weight, std=self.config.d_model**-0.5, generator=generator)

    def forward(
        self, source: Int[Tensor, "batch source"], target: Int[Tensor, "batch target"]
    ) -> Float[Tensor, "batch target vocab"]:
        """Return the logits at all positions of known targets at once (teacher forcing).

        Args:
            source: ids of the source pieces and the end token, padded.
            target: ids of the start token and the target pieces, padded; row i of the result
                scores what follows piece i.
        """
        return self.project(self.decode(target, self.encode(source), source != PAD))

    def encode(self, source: Int[Tensor, "batch source"]) -> Float[Tensor, "batch source d_model"]:
        """Return the memory: the encoder's output, one vector for each source position."""
        visible = (source != PAD).unsqueeze(1)
        return self.memory(self.encoder(self.E(source), visible))

    def decode(
        self,
        target: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch new d_model"],
        visible: Bool[Tensor, "batch source"],
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch target d_model"]:
        """Return the decoder's output, one vector for each given target token.

        Args:
            target: ids of the target pieces; with a cache, those that are new.
            memory: the encoder's output; with a cache, whole at the first step and then of length
                0, because its keys and values are in the cache already.
            visible: True at source positions that are not padding.
            cache: keys and values of earlier steps, extended here; None to decode all at once.
        """
        x = self.decoder(self.E(target), memory, visible.unsqueeze(1), cache)
        if cache is not None:
            cache.length += target.shape[1]
        return x

    def project(
        self, x: Float[Tensor, "batch target d_model"]
    ) -> Float[Tensor, "batch target vocab"]:
        """Return logits: dot products with every row of E, plus a bias in converted models."""
        return self.logits(functional.linear(x, self.E.weight, self.b))


def causal_visible(length: int, device: torch.device) -> Bool[Tensor, "1 query key"]:
    """Return the causal mask (section 3.2.3): True where the key is not after the query."""
    return torch.ones(1, length, length, dtype=torch.bool, device=device).tril()
