"""Activation steering: add a direction to the vectors of a sentence."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from jaxtyping import Float
from torch import Tensor

from model.arguments import Within
from model.changes.change import Change, Codec
from model.changes.direction import Direction, decode_direction, encode_direction
from model.config import ModelConfig
from model.trace import Edit
from model.transformer import Transformer

__all__ = ["Steering"]
FARTHEST = 10.0  # largest |alpha|; long before it, output becomes meaningless
LAST_POSITION = 998  # a link has three digits for it, and counts from 1


def _parse_position(text: str) -> int | None:
    """Parse a link's text for the steered position; return None for all positions."""
    return None if text == "all" else int(text) - 1


def _format_position(position: int | None) -> str:
    """Return a link's text for the steered position; None stands for all positions."""
    return "all" if position is None else str(position + 1)


Packed = Annotated[Direction, Codec("[A-Za-z0-9_-]{1,12000}", decode_direction, encode_direction)]
Position = Annotated[int, Within(0, LAST_POSITION)]
Where = Annotated[Position | None, Codec("all|[0-9]{1,3}", _parse_position, _format_position)]
Factor = Annotated[
    float,
    Codec(r"-?[0-9]{1,2}(?:\.[0-9]{1,3})?", float, "{:.6g}".format),
    Within(-FARTHEST, FARTHEST),
]


@dataclass(frozen=True, order=True)
class Steering(Change):
    r"""Add a direction, $\alpha$ times: $x + \alpha v$.

    Args:
        direction: the direction and its tap; ``Glass.direction`` computes one.
        alpha: factor, from -10 to 10; negative for the opposite direction.
        position: the position whose vector is steered, from 0 to 998; None for all positions. A
            sentence without this position is not steered, nor are shorter prefixes, during a
            search; ``fits`` tells whether a sentence has it.
    """

    CODE = "steering-{direction}-{position}={alpha}"
    direction: Packed
    alpha: Factor
    position: Where = None

    @classmethod
    def read(cls, code: str) -> "Steering | None":
        """Parse a link code; return the steering, or None if it is another code or invalid."""
        try:
            change = super().read(code)
        except ValueError:
            return None
        return change if isinstance(change, cls) else None

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether the direction is valid for a model of this size, and |alpha| is at most 10."""
        there = self.position is None or 0 <= self.position <= LAST_POSITION
        near = math.isfinite(self.alpha) and abs(self.alpha) <= FARTHEST
        return there and near and self.direction.is_valid_for(config)

    @property
    def in_decoder(self) -> bool:
        """Whether the steered tap is in the decoder."""
        return self.direction.at.startswith("decoder")

    def fits(self, source_length: int, target_length: int) -> bool:
        """Whether the steered position exists in a source and a target of these lengths.
        ``position`` None, which means all positions, always does.

        Args:
            source_length: number of source tokens; counts if an encoder tap is steered.
            target_length: number of target tokens; counts if a decoder tap is steered.
        """
        count = target_length if self.in_decoder else source_length
        return self.position is None or 0 <= self.position < count

    @property
    def cacheable(self) -> bool:
        """Whether decoding may cache keys and values: not if a single target position is steered.
        With a cache, the decoder computes one position at a time, and ``position`` would not be
        found.
        """
        return self.position is None or not self.in_decoder

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit, by tap name, that adds alpha times the steering vector."""
        added = self.alpha * self.direction.vector(model)
        return {self.direction.at: partial(add_vector, vector=added, position=self.position)}


def add_vector(
    x: Float[Tensor, "batch position d_model"],
    vector: Float[Tensor, " d_model"] | Float[Tensor, "batch 1 d_model"],
    position: int | None = None,
) -> Float[Tensor, "batch position d_model"]:
    """Return ``x`` with a vector added at one position, or at all of them.

    Args:
        x: the vectors of each sentence.
        vector: what to add: one vector for all sentences, or one for each sentence.
        position: the position, from 0; None for all. If ``x`` is shorter, it is returned unchanged.
    """
    if position is None:
        return x + vector
    if position >= x.shape[1]:  # a shorter prefix, during a search
        return x
    chosen = x.new_zeros(1, x.shape[1], 1)
    chosen[:, position] = 1
    return x + chosen * vector
