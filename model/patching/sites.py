"""Patch sites: where activations of another run can be written into a pass."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.patches import PatchSite
from model.config import ModelConfig
from model.measures.pairs import Column
from model.parts import ATTENTIONS, SUBLAYERS, residual_tap

MAPS = ("encoder", "decoder", "sublayers", "encoder-heads", "decoder-heads", "cross-heads")

SiteRows = tuple[tuple[PatchSite | None, ...], ...]  # a map's cells: a patch site, or None


@lru_cache(maxsize=8)  # a page asks for the same ones several times
def patch_site_maps(
    config: ModelConfig, source: tuple[Column, ...], length: int, everywhere: bool
) -> Mapping[str, SiteRows]:
    """Return a table of patch sites for each map, its bottom row first.

    Args:
        config: sizes of the model.
        source: for each column of the map "encoder", the pair of aligned source positions (in the
            base run, in the source run); None in place of a missing counterpart.
        length: number of decoder positions, the same in both runs.
        everywhere: whether a site of the decoder's sub-layers and heads covers all decoder
            positions; if not, only the last one, where the next token is decided. A site of the
            encoder's sub-layers and heads always covers all positions that have a counterpart.

    Returns:
        A table for each name in ``MAPS``:
        "encoder" and "decoder" have the residual stream of that stack. There is a row for each
        depth, from 0, and a column for each position; a position without counterpart has None.
        "sublayers" has a row for each layer and a column for each key of ``SUBLAYERS``; None if the
        column's stack has no such layer.
        "encoder-heads", "decoder-heads" and "cross-heads" have a row for each layer, and a column
        for each head, then one for all heads together.
    """
    target = tuple((i, i) for i in range(length))
    both = tuple(pair for pair in source if None not in pair)
    at = {"encoder": both, "decoder": target if everywhere else target[-1:]}
    heads = [*((head,) for head in range(config.h)), tuple(range(config.h))]

    def stream_rows(stack: str, pairs: Sequence[Column]) -> SiteRows:
        """Return the residual stream's sites: a row per depth, a column per position pair."""
        return tuple(
            tuple(_patch_site(residual_tap(stack, depth), depth, (pair,)) for pair in pairs)
            for depth in range(len(config.layers(stack)) + 1)
        )

    def sublayer_site(
        path: str, tap: str, layer: int, heads: tuple[int, ...] = ()
    ) -> PatchSite | None:
        """Return a sub-layer's patch site in layer i; None if its stack has no such layer."""
        pairs = at[path.partition(".")[0]]
        there = layer in config.layers(path)
        return _patch_site(f"{path.format(layer)}.{tap}", layer, pairs, heads) if there else None

    found = {
        "encoder": stream_rows("encoder", source),
        "decoder": stream_rows("decoder", target),
        "sublayers": tuple(
            tuple(sublayer_site(path, "sublayer", i) for path in SUBLAYERS.values())
            for i in range(config.max_depth)
        ),
    }
    for attention, path in ATTENTIONS.items():
        found[f"{attention}-heads"] = tuple(
            tuple(sublayer_site(path, "heads", i, some) for some in heads)
            for i in config.layers(attention)
        )
    return MappingProxyType(found)


def flatten_sites(maps: Mapping[str, SiteRows]) -> list[PatchSite]:
    """Return the patch sites of all maps as one flat list, without empty cells."""
    return [site for rows in maps.values() for row in rows for site in row if site]


def patchable_taps(config: ModelConfig) -> set[str]:
    """Return the names of all recorded tensors (taps) that can be patched."""
    return {site.tap for site in flatten_sites(patch_site_maps(config, ((0, 0),), 1, False))}


def arrange_in_maps(
    maps: Mapping[str, SiteRows], values: Float[Tensor, " site"]
) -> dict[str, Float[Tensor, "row column"]]:
    """Arrange one value for each patch site into tables of the same form as the maps.

    Args:
        maps: the patch sites of each map, by its name; see ``patch_site_maps``.
        values: a value for each site, in the order of ``flatten_sites(maps)``.

    Returns:
        Name of the map -> table of values, with NaN in the cells that have no site.
    """
    found, left = {}, values
    for name, rows in maps.items():
        there = values.new_tensor([[site is not None for site in row] for row in rows]).bool()
        own, left = left.tensor_split([int(there.sum())])
        found[name] = values.new_full(there.shape, torch.nan).masked_scatter(there, own)
    return found


def _patch_site(
    tap: str, depth: int, pairs: Sequence[Column], heads: tuple[int, ...] = ()
) -> PatchSite | None:
    """Return the patch site at some position pairs; None if a position has no counterpart."""
    here, there = zip(*pairs, strict=True) if pairs else ((), ())
    return None if None in here + there else PatchSite(tap, depth, here, there, heads)
