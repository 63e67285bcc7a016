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
    one_of,
    place,
    whole,
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
    """Everything that passes one tap becomes the same value; no link says so.

    Zero takes a part away: the positions, a residual, a whole sub-layer. One in a mask lets every
    position look everywhere.

    Args:
        tap: its name, such as ``encoder.embedding.positions``.
        value: what passes instead.
    """

    tap: str
    value: float | int = 0

    @property
    def cacheable(self) -> bool:
        """False: an opened mask lets positions read later ones."""
        return False

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the value everywhere."""
        return {self.tap: partial(torch.full_like, fill_value=self.value)}


@dataclass(frozen=True, order=True)
class RemovedPart(Change):
    """One sub-layer adds nothing, or the residual around it is missing.

    Args:
        part: one of ``PARTS``.
        around: a key of ``SUBLAYERS``.
        layer: counted from 0.
    """

    CODE = "{part}-{around}-{layer}"
    part: Annotated[str, one_of(PARTS)]
    around: Sublayer
    layer: Index

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the sub-layer."""
        known = self.part in PARTS and self.around in SUBLAYERS
        return known and self.layer in config.layers(self.around)

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return zeros where the part enters the sum."""
        return {f"{SUBLAYERS[self.around].format(self.layer)}.{self.part}": torch.zeros_like}


@dataclass(frozen=True, order=True)
class CutPosition(Change):
    """A head, or a feed-forward network, adds nothing at one position.

    Args:
        part: a key of ``ATTENTIONS``, for one of its heads; or one of ``FEED_FORWARDS``.
        layer: counted from 0.
        head: counted from 0; -1 of a feed-forward network.
        position: counted from 0; a pass that does not have it yet is left alone.
    """

    CODE = "cut-{part}-{layer}-{head}-{position}"
    part: Annotated[str, one_of((*ATTENTIONS, *FEED_FORWARDS))]
    layer: Index
    head: Index
    position: Index

    def fits(self, source: int, target: int) -> bool:
        """Whether a sentence and its translation, of these lengths, have the position."""
        return 0 <= self.position < (source if self.part.startswith("encoder") else target)

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the head or the network."""
        if self.position < 0:
            return False
        if self.part in FEED_FORWARDS:
            return self.head < 0 and self.layer in config.layers(self.part)
        return self.layer in config.layers(self.part) and 0 <= self.head < config.h

    @property
    def cacheable(self) -> bool:
        """Whether the position is the encoder's: a search with a cache does not know others."""
        return self.part.startswith("encoder")

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return an output that is zero there."""
        if self.part in FEED_FORWARDS:
            return {f"{SUBLAYERS[self.part].format(self.layer)}.sublayer": self._cut}
        return {f"{ATTENTIONS[self.part].format(self.layer)}.heads": self._cut}

    def _cut(self, output: Float[Tensor, "*some position _"]) -> Tensor:
        if self.position >= output.shape[-2]:  # a step of decoding that has not come so far
            return output
        output = output.clone()
        head = () if self.head < 0 else (self.head,)
        output[(slice(None), *head, self.position)] = 0
        return output


@dataclass(frozen=True, order=True)
class SilencedUnit(Change):
    """One hidden unit of a feed-forward network is zero at every position.

    Args:
        stack: one of ``STACKS``.
        layer: counted from 0.
        unit: counted from 0.
    """

    CODE = "unit-{stack}-{layer}-{unit}"
    stack: Stack
    layer: Index
    unit: Annotated[int, place(5)]

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the unit."""
        there = self.stack in STACKS and self.layer in config.layers(self.stack)
        return there and 0 <= self.unit < config.d_ff

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return a hidden layer where the unit is zero."""
        tap = f"{self.stack}.layers.{self.layer}.feed_forward.hidden"
        return {tap: partial(zero_at, axis=-1, place=self.unit)}


@dataclass(frozen=True, order=True)
class ShuffledPositions(Change):
    """The positions of the source are dealt out anew, by chance.

    Args:
        seed: another one, another order.
    """

    CODE = "shuffled={seed}"
    seed: Annotated[int, whole(2)]

    def order(self, length: int) -> Int[Tensor, " position"]:
        """Return which position each word is given."""
        return torch.randperm(length, generator=torch.Generator().manual_seed(self.seed))

    def exists(self, config: ModelConfig) -> bool:
        """Whether the seed is one of those that are offered."""
        return 0 < self.seed < 100

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the positions in that order."""
        return {"encoder.embedding.positions": lambda rows: rows[self.order(len(rows))]}


@dataclass(frozen=True, order=True)
class SwappedEmbedding(Change):
    """A token's row of E is replaced by another token's, in all three places where E is used.

    Args:
        token: id of the token that loses its row.
        other: id of the one whose row it gets.
    """

    CODE = "row-of-{token}={other}"
    token: Annotated[int, whole(6)]
    other: Annotated[int, whole(6)]

    def exists(self, config: ModelConfig) -> bool:
        """Whether a vocabulary of this size has two such tokens."""
        known = all(0 <= one < config.vocab_size for one in (self.token, self.other))
        return known and self.token != self.other

    @classmethod
    def joint_edits(
        cls, changes: Sequence["SwappedEmbedding"], model: Transformer
    ) -> dict[str, Edit]:
        """Return the edits of both stacks' rows and of the logits.

        All rows change at once: two tokens may get each other's.
        """
        E, pairs = model.E.weight.detach(), [(swap.token, swap.other) for swap in changes]

        def read(rows: Tensor) -> Tensor:
            result = rows.clone()
            for token, other in pairs:
                result[(rows == E[token]).all(dim=-1)] = E[other]
            return result

        def compare(logits: Tensor) -> Tensor:
            tokens, others = map(list, zip(*pairs, strict=True))
            result = logits.clone()
            result[..., tokens] = logits[..., others]
            return result

        return {**{f"{stack}.embedding.rows": read for stack in STACKS}, "logits": compare}
