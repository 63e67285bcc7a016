"""The places of a pass where numbers can be put that another run computed there."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.change import STACKS
from model.changes.patches import Place
from model.config import ModelConfig
from model.measures.pairs import Column, columns
from model.parts import ATTENTIONS, SUBLAYERS, residual_tap

__all__ = ["Column", "Place", "columns"]
MAPS = ("encoder", "decoder", "sublayers", "encoder-heads", "decoder-heads", "cross-heads")

Rows = tuple[tuple[Place | None, ...], ...]  # of a map: a place, or None, for each cell


def taps(config: ModelConfig) -> list[str]:
    """Return all taps that have a place in some map."""
    layers = config.layers
    return [
        *(residual_tap(stack, depth) for stack in STACKS for depth in _depths(config, stack)),
        *(f"{path.format(i)}.sublayer" for path in SUBLAYERS.values() for i in layers(path)),
        *(f"{path.format(i)}.heads" for path in ATTENTIONS.values() for i in layers(path)),
    ]


def _depths(config: ModelConfig, stack: str) -> range:
    """Return the depths of a stream: what enters the stack, then after each of its layers."""
    return range(len(config.layers(stack)) + 1)


@lru_cache(maxsize=8)  # a page asks for the same ones several times
def maps(
    config: ModelConfig, source: tuple[Column, ...], length: int, everywhere: bool
) -> Mapping[str, Rows]:
    """Return the places of each of ``MAPS``, row by row from the bottom of the stack.

    Args:
        config: sizes of the model.
        source: which positions of the two sentences belong together.
        length: positions of the decoder, the same in both runs.
        everywhere: whether the decoder's sub-layers and heads are taken at all of its positions;
            else at the last one only, where the next token is decided. Those of the encoder
            always are taken at all positions that have a partner.

    Returns:
        Streams have a row for each depth and a column for each position; None stands where the
        position has no partner. The others have a row for each layer. Their columns are the five
        sub-layers, or the heads and then all heads together. Of the sub-layers, None stands where
        only the other stack has such a layer.
    """
    there = tuple((a, b) for a, b in source if a is not None and b is not None)
    target = tuple((i, i) for i in range(length))
    at = {"encoder": there, "decoder": target if everywhere else target[-1:]}
    heads = [*((head,) for head in range(config.h)), tuple(range(config.h))]

    def stream(stack: str, depth: int, column: Column) -> Place | None:
        both = None not in column
        return _place(residual_tap(stack, depth), depth, (column,)) if both else None

    found = {
        "encoder": tuple(
            tuple(stream("encoder", d, one) for one in source) for d in _depths(config, "encoder")
        ),
        "decoder": tuple(
            tuple(stream("decoder", d, one) for one in target) for d in _depths(config, "decoder")
        ),
        "sublayers": tuple(
            tuple(
                _place(f"{path.format(i)}.sublayer", i, at[path.partition(".")[0]])
                if i in config.layers(path)
                else None
                for path in SUBLAYERS.values()
            )
            for i in range(config.deepest)
        ),
        **{
            f"{attention}-heads": tuple(
                tuple(
                    _place(f"{path.format(i)}.heads", i, at[path.partition(".")[0]], some)
                    for some in heads
                )
                for i in config.layers(attention)
            )
            for attention, path in ATTENTIONS.items()
        },
    }
    return MappingProxyType(found)


def laid_out(
    maps: Mapping[str, Rows], values: Float[Tensor, " place"]
) -> dict[str, Float[Tensor, "row column"]]:
    """Lay numbers of places, map after map, out as the maps do; NaN where there is no place."""
    found, first = {}, 0
    for name, rows in maps.items():
        there = torch.tensor([[place is not None for place in row] for row in rows])
        count = int(there.sum())
        found[name] = torch.full(there.shape, torch.nan)
        found[name][there] = values[first : first + count]
        first += count
    return found


def _place(
    tap: str, depth: int, pairs: Sequence[tuple[int, int]], heads: tuple[int, ...] = ()
) -> Place:
    here, there = zip(*pairs, strict=True) if pairs else ((), ())
    return Place(tap, depth, here, there, heads)
