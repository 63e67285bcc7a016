"""Activation patching (Vig et al. 2020, Meng 2022): put activations of one run into another."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from torch import Tensor

from model.arguments import check_arguments
from model.parts import axis_side
from model.trace import Edit, Trace

Where = int | Sequence[int] | Mapping[int, int]  # positions; or base -> source run


@dataclass(frozen=True)
class PatchSite:
    """Where activations of one run (the base) are replaced by those of another (the source run).

    Args:
        tap: the tap's name, such as ``encoder.layers.0.add_and_norm_2.output``.
        depth: number of layers of the tap's stack that come before the tap.
        positions: positions whose activations are replaced in the base.
        source_positions: for each of them, the position in the source run that replaces it.
        heads: the heads to patch, from 0; empty if the tap has no heads.
    """

    tap: str
    depth: int
    positions: tuple[int, ...]
    source_positions: tuple[int, ...]
    heads: tuple[int, ...] = ()

    @property
    def stack(self) -> str:
        """The stack of the patched tap: "encoder" or "decoder"."""
        return self.tap.partition(".")[0]

    @property
    def in_stream(self) -> bool:
        """Whether the patched tap is in the residual stream, not inside a block."""
        return self.tap.endswith(".output")

    def write_into(self, base: Tensor, source: Tensor) -> None:
        """Overwrite activations of the base, in place, with those of the source run.

        Args:
            base: activations at the tap for one sentence, shape (position, width) or (head,
                position, width). During a search, positions that it does not have yet are left out.
            source: activations at the same tap in the source run, with the same axes.
        """
        length = base.shape[-2]
        positions = [position for position in self.positions if position < length]
        source_positions = list(self.source_positions[: len(positions)])
        source = source.to(base)
        if self.heads:
            heads = [[head] for head in self.heads]
            base[heads, positions] = source[heads, source_positions]
        else:
            base[positions] = source[source_positions]


@check_arguments
def patch(
    tap: str, other: Trace, position: Where, head: int | Sequence[int] | None = None
) -> dict[str, Edit]:
    """Return an edit, by tap name, that replaces activations by those of another pass.

    Args:
        tap: name of the tensor in a trace.
        other: trace of the other pass, from which the activations are taken.
        position: one or several positions, which are the same in both passes; or a mapping from
            positions of the pass that is patched to positions of the other pass.
        head: one or several heads, if the tap has heads; None for all of them.

    Raises:
        ValueError: if the other pass has no such tap, position or head.
    """
    pairs = (
        position if isinstance(position, Mapping) else {one: one for one in _as_sequence(position)}
    )
    value, axes = other.pick(tap, batch=0), other.axes[tap]
    if "head" not in axes and head is not None:
        raise ValueError(f"{tap} has no heads: its axes are {' '.join(axes)}")
    heads = (
        tuple(range(len(value)) if head is None else _as_sequence(head)) if "head" in axes else ()
    )
    _check_indices(tap, "heads", heads, len(value))
    _check_indices(tap, "positions in the other run", pairs.values(), value.shape[-2])
    here = tuple(sorted(pairs))
    site = PatchSite(tap, 0, here, tuple(map(pairs.__getitem__, here)), heads)
    return {tap: Patch(site, value, axis_side(tap, axes[-2]))}


@dataclass(frozen=True)
class Patch:
    """An edit that writes another run's activations into a pass, as ``patch`` returns it.

    Args:
        site: tap, positions and heads.
        value: the other run's activations at the tap, for one sentence.
        side: whose tokens the tap's positions are: "source" or "target".
    """

    site: PatchSite
    value: Tensor
    side: str

    def __call__(self, activations: Tensor) -> Tensor:
        """Return a copy with the source pass's activations patched into every sentence."""
        if self.side == "source":  # always of full length
            self.check(activations.shape[-2])
        activations = activations.clone()
        for row in activations:
            self.site.write_into(row, self.value)
        return activations

    def check(self, length: int) -> None:
        """Raise ValueError if a pass with ``length`` positions lacks a patched position."""
        _check_indices(self.site.tap, "positions in this run", self.site.positions, length)


def check_patches(edits: Mapping[str, Edit], *targets: Sequence[int]) -> None:
    """Raise ValueError if a target lacks a position at which an edit patches the decoder.

    Args:
        edits: edits by tap name; those that ``patch`` did not make are ignored.
        targets: for each target, the token ids that the decoder reads.
    """
    for edit in edits.values():
        if isinstance(edit, Patch) and edit.side == "target":
            for target in targets:
                edit.check(len(target))


def _check_indices(tap: str, axis: str, indices: Iterable[int], size: int) -> None:
    """Raise ValueError if an index is out of range; ``axis`` names the axis."""
    for index in indices:
        if not 0 <= index < size:
            raise ValueError(f"{tap} has {size} {axis}, counted from 0: {index} is none of them")


def _as_sequence(index: int | Sequence[int]) -> Sequence[int]:
    """Return a single int as a list; a sequence stays."""
    return [index] if isinstance(index, int) else index
