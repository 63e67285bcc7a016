"""Changes of attention: of its heads, scores and weights."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import torch

from model.changes.change import Attention, Change, Codec, Index, integer_codec
from model.changes.edits import pin_row, pool_heads, zero_at
from model.config import ModelConfig
from model.parts import ATTENTIONS
from model.trace import Edit
from model.transformer import Transformer

__all__ = ["GroupedHeads", "PinnedWeights", "SilencedHead", "TemperedAttention"]
COOLEST, HOTTEST = 0.1, 10.0
NUMBER = r"[0-9]{1,2}(?:\.[0-9]{1,3})?"
PIN = f"[0-9]{{1,3}}_{NUMBER}"


def _parse_pins(text: str) -> tuple[tuple[int, float], ...]:
    """Parse pinned attention weights, such as "3_0.5-4_0": key 3 gets 0.5, key 4 gets 0."""
    pairs = (pin.split("_") for pin in text.split("-"))
    return tuple(sorted({int(key) - 1: float(weight) for key, weight in pairs}.items()))


def _format_pins(pins: tuple[tuple[int, float], ...]) -> str:
    """Format pinned attention weights for a link, such as "3_0.5-4_0"; keys count from 1."""
    return "-".join(f"{key + 1}_{round(weight, 3):g}" for key, weight in pins)


Temperature = Annotated[float, Codec(NUMBER, float, "{:g}".format)]
Pins = Annotated[
    tuple[tuple[int, float], ...], Codec(f"{PIN}(?:-{PIN})*", _parse_pins, _format_pins)
]


@dataclass(frozen=True, order=True)
class SilencedHead(Change):
    """Ablate one head: its output is zero.

    Args:
        attention: "encoder", "decoder" or "cross".
        layer: counted from 0.
        head: counted from 0.
    """

    CODE = "{attention}-{layer}-{head}"
    attention: Attention
    layer: Index
    head: Index

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the head."""
        return _has_head(config, self.attention, self.layer, self.head)

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit that sets the head's output to zero."""
        tap = f"{ATTENTIONS[self.attention].format(self.layer)}.heads"
        return {tap: partial(zero_at, axis=1, index=self.head)}


@dataclass(frozen=True, order=True)
class TemperedAttention(Change):
    """Divide the scores of one of the three attentions by a temperature, in all layers.

    Args:
        attention: "encoder", "decoder" or "cross".
        temperature: below 1 sharpens the weights, above 1 flattens them.
    """

    CODE = "temperature-{attention}={temperature}"
    attention: Attention
    temperature: Temperature

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether ``attention`` is a key of ``ATTENTIONS``, and the temperature in [0.1, 10]."""
        return self.attention in ATTENTIONS and COOLEST <= self.temperature <= HOTTEST

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edits that divide the attention scores by the temperature."""
        tap = f"{ATTENTIONS[self.attention]}.scores"
        scale = partial(torch.mul, other=1 / self.temperature)
        return {tap.format(layer): scale for layer in model.config.layers(self.attention)}


@dataclass(frozen=True, order=True)
class PinnedWeights(Change):
    """Set some attention weights of one query in one head; rescale the others to sum to the rest.

    Args:
        attention: "encoder", "decoder" or "cross".
        layer: counted from 0.
        head: counted from 0.
        row: the query position, from 0; shorter prefixes, during a search, are not changed.
        pins: pairs (key position, from 0, new weight).
    """

    CODE = "row-{attention}-{layer}-{head}-{row}={pins}"
    attention: Attention
    layer: Index
    head: Index
    row: Index
    pins: Pins

    def fits(self, source_length: int, target_length: int) -> bool:
        """Whether the query ``row`` and the pinned keys exist, given the source and target lengths.

        Args:
            source_length: number of source tokens.
            target_length: number of target tokens.
        """
        rows = source_length if self.attention == "encoder" else target_length
        keys = target_length if self.attention == "decoder" else source_length
        return 0 <= self.row < rows and all(0 <= key < keys for key, _ in self.pins)

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the head, and the pins are valid.
        Pins are valid if each key occurs once, with a weight from 0 to 1, and none is a later key
        that the decoder's mask hides from the query.
        """
        last = self.row if self.attention == "decoder" else math.inf  # no position looks ahead
        there = all(0 <= key <= last and 0 <= weight <= 1 for key, weight in self.pins)
        there = there and len(dict(self.pins)) == len(self.pins)  # each key once
        head = _has_head(config, self.attention, self.layer, self.head)
        return head and self.row >= 0 and there

    @property
    def cacheable(self) -> bool:
        """Whether decoding may cache keys and values: only if the query is in the encoder.
        With a cache, the decoder computes one position at a time, and ``row`` would not be found.
        """
        return self.attention == "encoder"

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edit, by tap name, that sets the pinned weights at the query ``row``."""
        tap = f"{ATTENTIONS[self.attention].format(self.layer)}.weights"
        return {tap: partial(pin_row, head=self.head, row=self.row, pins=self.pins)}


@dataclass(frozen=True, order=True)
class GroupedHeads(Change):
    """Mean-pool keys and values over groups of heads, in all layers (GQA, Ainslie et al. 2023).

    Args:
        attention: "encoder", "decoder" or "cross".
        groups: number of groups: fewer than heads, and a divisor of their number.
    """

    CODE = "groups-{attention}={groups}"
    attention: Attention
    groups: Annotated[int, integer_codec(3)]

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size can split its heads into this number of groups."""
        smaller = 0 < self.groups < config.h and not config.h % self.groups
        return self.attention in ATTENTIONS and smaller

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edits, by tap name, that replace keys and values by their means over groups.
        Each head belongs to one of ``groups`` groups of neighbouring heads.
        """
        layers = model.config.layers(self.attention)
        paths = [ATTENTIONS[self.attention].format(layer) for layer in layers]
        share = partial(pool_heads, groups=self.groups)
        return {f"{path}.{tap}": share for path in paths for tap in ("k", "v")}


def _has_head(config: ModelConfig, attention: str, layer: int, head: int) -> bool:
    """Whether a model of this size has such a head."""
    return attention in ATTENTIONS and layer in config.layers(attention) and 0 <= head < config.h
