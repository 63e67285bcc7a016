"""A sentence that is steered: a direction is added to its vectors."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from jaxtyping import Float
from torch import Tensor

from model.changes.change import Change, Spelling
from model.changes.direction import Direction, read_direction, write_direction
from model.config import ModelConfig
from model.trace import Edit
from model.transformer import Transformer

__all__ = ["Steering"]
FARTHEST = 10.0  # alpha; far beyond it nothing is said that is worth reading


def _read_where(text: str) -> int | None:
    return None if text == "all" else int(text) - 1


def _write_where(position: int | None) -> str:
    """Write the steered position for a link; None is all positions."""
    return "all" if position is None else str(position + 1)


Packed = Annotated[Direction, Spelling("[A-Za-z0-9_-]{1,12000}", read_direction, write_direction)]
Where = Annotated[int | None, Spelling("all|[0-9]{1,3}", _read_where, _write_where)]
Factor = Annotated[float, Spelling(r"-?[0-9]{1,2}(?:\.[0-9]{1,3})?", float, "{:.6g}".format)]


@dataclass(frozen=True, order=True)
class Steering(Change):
    r"""A direction is added, $\alpha$ times: $x + \alpha v$.

    Args:
        direction: what is added, and where; ``Glass.direction`` finds one.
        alpha: how many times; negative for the opposite way.
        position: to the vector of which position, from 0; None for all positions.
    """

    CODE = "steering-{direction}-{position}={alpha}"
    direction: Packed
    alpha: Factor
    position: Where = None

    @classmethod
    def read(cls, code: str) -> "Steering | None":
        """Return what a link says; None if its direction is none."""
        try:
            change = super().read(code)
        except ValueError:
            return None
        return change if isinstance(change, cls) else None

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the place, and alpha is a number within reason."""
        there = self.position is None or self.position >= 0
        near = math.isfinite(self.alpha) and abs(self.alpha) <= FARTHEST
        return there and near and self.direction.exists(config)

    @property
    def in_decoder(self) -> bool:
        """Whether it acts in the decoder."""
        return self.direction.at.startswith("decoder")

    def fits(self, source: int, target: int) -> bool:
        """Whether a sentence and its translation, of these lengths, have the position."""
        count = target if self.in_decoder else source
        return self.position is None or 0 <= self.position < count

    @property
    def cacheable(self) -> bool:
        """Whether a search may cache: it does not know which position of the target is new."""
        return self.position is None or not self.in_decoder

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the vectors with the direction added."""
        added = self.alpha * self.direction.vector(model)
        return {self.direction.at: partial(add_at, added=added, position=self.position)}


def add_at(
    x: Float[Tensor, "batch position d_model"],
    added: Float[Tensor, " d_model"] | Float[Tensor, "batch 1 d_model"],
    position: int | None = None,
) -> Float[Tensor, "batch position d_model"]:
    """Add a vector to those of all positions, or of one; it may be another in each sentence."""
    if position is None:
        return x + added
    if position >= x.shape[1]:  # a step of decoding that has not come so far
        return x
    chosen = x.new_zeros(1, x.shape[1], 1)
    chosen[:, position] = 1
    return x + chosen * added
