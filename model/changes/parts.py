"""Changes of single parts: a tap, a sub-layer, a hidden unit, the positions, a row of E."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.changes.change import (
    STACKS,
    Change,
    Index,
    Stack,
    Sublayer,
    index_codec,
    integer_codec,
    name_codec,
)
from model.changes.edits import zero_at
from model.config import ModelConfig
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import Edit
from model.transformer import Transformer

__all__ = [
    "CutPosition",
    "FilledTap",
    "RemovedPart",
    "ShuffledPositions",
    "SilencedUnit",
    "SwappedEmbedding",
]
PARTS = ("sublayer", "residual")  # as their taps are called
FEED_FORWARDS = tuple(f"{stack}-feed-forward" for stack in STACKS)


@dataclass(frozen=True, order=True)
class FilledTap(Change):
    """Set the whole tensor at one tap to a constant; has no code for links.

    A value of 0 removes what passes there, such as positional encodings, a residual or the output
    of a sub-layer; a mask filled with ones lets every position attend to all others.

    Args:
        tap: name of the tap, such as ``encoder.embedding.positions``.
        value: the constant.
    """

    tap: str
    value: float | int = 0

    @property
    def cacheable(self) -> bool:
        """False: under this change, decoding may cache no keys and values.
        The tap may be a mask, and a mask filled with ones lets positions see later ones.
        """
        return False

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit, by tap name, that sets the whole tensor at ``tap`` to ``value``."""
        return {self.tap: partial(torch.full_like, fill_value=self.value)}


@dataclass(frozen=True, order=True)
class RemovedPart(Change):
    """Remove the output of one sub-layer, or the residual connection around it.

    Args:
        part: what is removed: "sublayer" (the output) or "residual" (the connection).
        around: the sub-layer: a key of ``SUBLAYERS``, such as "cross-attention".
        layer: counted from 0.
    """

    CODE = "{part}-{around}-{layer}"
    part: Annotated[str, name_codec(PARTS)]
    around: Sublayer
    layer: Index

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the sub-layer."""
        known = self.part in PARTS and self.around in SUBLAYERS
        return known and self.layer in config.layers(self.around)

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit, by tap name, that zeroes one of the two terms that Add & Norm adds.
        This is the sub-layer's output or the residual, as ``part`` says.
        """
        return {f"{SUBLAYERS[self.around].format(self.layer)}.{self.part}": torch.zeros_like}


@dataclass(frozen=True, order=True)
class CutPosition(Change):
    """Ablate a head, or a feed-forward network, at one position: its output there is zero.

    Args:
        part: "encoder", "decoder" or "cross", for a head of this attention; or
            "encoder-feed-forward" or "decoder-feed-forward".
        layer: counted from 0.
        head: counted from 0; -1 for a feed-forward network.
        position: counted from 0; shorter prefixes, during a search, are not changed.
    """

    CODE = "cut-{part}-{layer}-{head}-{position}"
    part: Annotated[str, name_codec((*ATTENTIONS, *FEED_FORWARDS))]
    layer: Index
    head: Index
    position: Index

    def fits(self, source_length: int, target_length: int) -> bool:
        """Whether the position exists: in the source for a part of the encoder, else in the target.

        Args:
            source_length: number of source tokens.
            target_length: number of target tokens.
        """
        return (
            0
            <= self.position
            < (source_length if self.part.startswith("encoder") else target_length)
        )

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the head or the feed-forward network."""
        if self.position < 0:
            return False
        if self.part in FEED_FORWARDS:
            return self.head < 0 and self.layer in config.layers(self.part)
        return self.layer in config.layers(self.part) and 0 <= self.head < config.h

    @property
    def cacheable(self) -> bool:
        """Whether decoding may cache keys and values: only if the position is in the encoder.
        With a cache, the decoder computes one position at a time, and ``position`` would not be
        found.
        """
        return self.part.startswith("encoder")

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit that zeroes one position's output of a head or a feed-forward network."""
        if self.part in FEED_FORWARDS:
            return {f"{SUBLAYERS[self.part].format(self.layer)}.sublayer": self._zero_position}
        return {f"{ATTENTIONS[self.part].format(self.layer)}.heads": self._zero_position}

    def _zero_position(self, output: Float[Tensor, "*some position _"]) -> Tensor:
        """Return the output with zeros at the position, in one head or in all heads."""
        if self.position >= output.shape[-2]:  # a shorter prefix, during a search
            return output
        output = output.clone()
        head = () if self.head < 0 else (self.head,)
        output[(slice(None), *head, self.position)] = 0
        return output


@dataclass(frozen=True, order=True)
class SilencedUnit(Change):
    """Ablate one hidden unit of a feed-forward network at every position.

    Args:
        stack: "encoder" or "decoder".
        layer: counted from 0.
        unit: counted from 0.
    """

    CODE = "unit-{stack}-{layer}-{unit}"
    stack: Stack
    layer: Index
    unit: Annotated[int, index_codec(5)]

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the unit."""
        there = self.stack in STACKS and self.layer in config.layers(self.stack)
        return there and 0 <= self.unit < config.d_ff

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit that zeroes the hidden unit of the feed-forward network."""
        tap = f"{self.stack}.layers.{self.layer}.feed_forward.hidden"
        return {tap: partial(zero_at, axis=-1, index=self.unit)}


@dataclass(frozen=True, order=True)
class ShuffledPositions(Change):
    """Permute the positional encodings of the source at random.

    Args:
        seed: seed of the permutation, from 1 to 99.
    """

    CODE = "shuffled={seed}"
    seed: Annotated[int, integer_codec(2)]

    def permutation(self, length: int) -> Int[Tensor, " position"]:
        """Return a random permutation: token i gets the encoding of position result[i]."""
        return torch.randperm(length, generator=torch.Generator().manual_seed(self.seed))

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether the seed of the permutation is valid: from 1 to 99."""
        return 0 < self.seed < 100

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit that permutes the positional encodings."""
        return {"encoder.embedding.positions": lambda rows: rows[self.permutation(len(rows))]}


@dataclass(frozen=True, order=True)
class SwappedEmbedding(Change):
    """Replace a token's row of E by another token's, in all three uses of E.

    Args:
        token: id of the token whose row is replaced.
        other: id of the token whose row it gets.
    """

    CODE = "row-of-{token}={other}"
    token: Annotated[int, integer_codec(6)]
    other: Annotated[int, integer_codec(6)]

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a vocabulary of this size has both tokens, and they differ."""
        known = all(0 <= one < config.vocab_size for one in (self.token, self.other))
        return known and self.token != self.other

    @classmethod
    def joint_edits(
        cls, changes: Sequence["SwappedEmbedding"], model: Transformer
    ) -> dict[str, Edit]:
        """Return the edits, by tap name, that give tokens the embedding rows and logits of others.

        All rows are read before any is replaced. So two changes, a to b and b to a, exchange two
        tokens.
        """
        E, pairs = model.E.weight.detach(), [(swap.token, swap.other) for swap in changes]

        def swap_rows(rows: Tensor) -> Tensor:
            """Replace the embedding rows of swapped tokens: an edit."""
            result = rows.clone()
            for token, other in pairs:
                result[(rows == E[token]).all(dim=-1)] = E[other]
            return result

        def swap_logits(logits: Tensor) -> Tensor:
            """Replace the logits of swapped tokens: an edit."""
            tokens, others = map(list, zip(*pairs, strict=True))
            result = logits.clone()
            result[..., tokens] = logits[..., others]
            return result

        return {**{f"{stack}.embedding.rows": swap_rows for stack in STACKS}, "logits": swap_logits}
