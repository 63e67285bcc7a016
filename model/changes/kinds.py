"""Changes: what can be broken in a trained model while it works, freely combined.

Each is a small value that says what is changed; ``edits`` does it. The model itself is never
modified. Layers, heads, units and positions count from 0.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from model.config import ModelConfig
from model.parts import ATTENTIONS, SUBLAYERS

STACKS = ("encoder", "decoder")
WHOLE = ("encoder-positions", "decoder-positions", "mask", "root-d-k", "root-d-model", "residuals")
WHOLE += ("norm-mean", "norm-shift")
PARTS = ("sublayer", "residual")  # as their taps are called
COOLEST, HOTTEST = 0.1, 10.0
FEWEST_BITS, MOST_BITS = 2, 8


@dataclass(frozen=True, order=True)
class SilencedHead:
    """One head reads nothing: its output is zero.

    Args:
        attention: a key of ``ATTENTIONS``.
        layer: counted from 0.
        head: counted from 0.
    """

    attention: str
    layer: int
    head: int


@dataclass(frozen=True, order=True)
class FilledTap:
    """Everything that passes one tap becomes the same value.

    Zero takes a part away: the positions, a residual, a whole sub-layer. One in a mask lets every
    position look everywhere.

    Args:
        tap: its name, such as ``encoder.embedding.positions``.
        value: what passes instead.
    """

    tap: str
    value: float | int = 0


@dataclass(frozen=True, order=True)
class MissingEverywhere:
    """Something is missing in the whole model.

    Args:
        missing: one of ``WHOLE``.
    """

    missing: str


@dataclass(frozen=True, order=True)
class ShuffledPositions:
    """The positions of the source are dealt out anew, by chance.

    Args:
        seed: another one, another order.
    """

    seed: int

    def order(self, length: int) -> Int[Tensor, " position"]:
        """Return which position each word is given."""
        return torch.randperm(length, generator=torch.Generator().manual_seed(self.seed))


@dataclass(frozen=True, order=True)
class RemovedPart:
    """One sub-layer adds nothing, or the residual around it is missing.

    Args:
        part: one of ``PARTS``.
        around: a key of ``SUBLAYERS``.
        layer: counted from 0.
    """

    part: str
    around: str
    layer: int


@dataclass(frozen=True, order=True)
class SilencedUnit:
    """One hidden unit of a feed-forward network is zero at every position.

    Args:
        stack: one of ``STACKS``.
        layer: counted from 0.
        unit: counted from 0.
    """

    stack: str
    layer: int
    unit: int


@dataclass(frozen=True, order=True)
class TemperedAttention:
    """One of the three attentions divides its scores by a temperature, in all layers.

    Args:
        attention: a key of ``ATTENTIONS``.
        temperature: under 1 the weights become sharper, above 1 more even.
    """

    attention: str
    temperature: float


@dataclass(frozen=True, order=True)
class PinnedWeights:
    """Some weights of one row of one head are set by hand; the others share what is left.

    Args:
        attention: a key of ``ATTENTIONS``.
        layer: counted from 0.
        head: counted from 0.
        row: the position that asks; a pass that does not have it yet is left alone.
        pins: position of each key whose weight is set, and that weight.
    """

    attention: str
    layer: int
    head: int
    row: int
    pins: tuple[tuple[int, float], ...]

    def fits(self, source: int, target: int) -> bool:
        """Whether a sentence and its translation, of these lengths, have the row and its keys."""
        rows = source if self.attention == "encoder" else target
        keys = target if self.attention == "decoder" else source
        return 0 <= self.row < rows and all(0 <= key < keys for key, _ in self.pins)


@dataclass(frozen=True, order=True)
class SwappedEmbedding:
    """A token's row of E is replaced by another token's, in all three places where E is used.

    Args:
        token: id of the token that loses its row.
        other: id of the one whose row it gets.
    """

    token: int
    other: int


@dataclass(frozen=True, order=True)
class GroupedHeads:
    """Heads share the mean of their keys, and of their values, in all layers (Ainslie 2023).

    Args:
        attention: a key of ``ATTENTIONS``.
        groups: fewer than there are heads, and all of one size.
    """

    attention: str
    groups: int


@dataclass(frozen=True, order=True)
class RoundedWeights:
    """All matrices are rounded. No tap sees them: see ``model.changes.rounding``.

    Args:
        bits: of each number.
    """

    bits: int


Change = (
    SilencedHead
    | FilledTap
    | MissingEverywhere
    | ShuffledPositions
    | RemovedPart
    | SilencedUnit
    | TemperedAttention
    | PinnedWeights
    | SwappedEmbedding
)
Change |= GroupedHeads | RoundedWeights


def exists(change: Change, config: ModelConfig) -> bool:
    """Whether a model of this size has what is changed."""
    match change:
        case SilencedHead():
            return _head(change, config)
        case PinnedWeights(attention, _, _, row, pins):
            last = row if attention == "decoder" else math.inf  # no position looks ahead
            there = row >= 0 and all(0 <= key <= last and 0 <= w <= 1 for key, w in pins)
            return _head(change, config) and there
        case MissingEverywhere(missing):
            return missing in WHOLE
        case ShuffledPositions(seed):
            return 0 < seed < 100
        case RemovedPart(part, around, layer):
            return part in PARTS and around in SUBLAYERS and layer in config.layers(around)
        case SilencedUnit(stack, layer, unit):
            return stack in STACKS and layer in config.layers(stack) and 0 <= unit < config.d_ff
        case TemperedAttention(attention, temperature):
            return attention in ATTENTIONS and COOLEST <= temperature <= HOTTEST
        case SwappedEmbedding(token, other):
            known = all(0 <= one < config.vocab_size for one in (token, other))
            return known and token != other
        case GroupedHeads(attention, groups):
            return attention in ATTENTIONS and 0 < groups < config.h and not config.h % groups
        case RoundedWeights(bits):
            return FEWEST_BITS <= bits <= MOST_BITS
    return True


def by_position(changes: Iterable[Change]) -> bool:
    """Whether a position can still be computed once and for all, before later ones exist.

    Then a search may keep keys and values; otherwise it has to compute every prefix anew. An
    edited row is known by its place among all rows, which a search with a cache does not have.
    """
    return not any(
        isinstance(change, FilledTap)
        or change == MissingEverywhere("mask")
        or (isinstance(change, PinnedWeights) and change.attention != "encoder")
        for change in changes
    )


def _head(change: SilencedHead | PinnedWeights, config: ModelConfig) -> bool:
    known = change.attention in ATTENTIONS
    there = change.layer in config.layers(change.attention)
    return known and there and 0 <= change.head < config.h
