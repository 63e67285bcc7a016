"""Numbers of one run, put into another one (activation patching: Vig et al. 2020, Meng 2022)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from torch import Tensor

from model.arguments import check_arguments
from model.parts import axis_side
from model.trace import Edit, Trace

Where = int | Sequence[int] | Mapping[int, int]  # positions; or here -> there


@dataclass(frozen=True)
class Location:
    """Some activations of a pass, and the matching ones of another run.

    Args:
        tap: where they pass, such as ``encoder.layers.0.add_and_norm_2.output``.
        depth: how many layers of the stack come before it.
        here: positions whose numbers are replaced.
        there: for each of them, its partner in the other run.
        heads: those that are meant, where the tap has heads.
    """

    tap: str
    depth: int
    here: tuple[int, ...]
    there: tuple[int, ...]
    heads: tuple[int, ...] = ()

    @property
    def stack(self) -> str:
        """The stack that has the place: "encoder" or "decoder"."""
        return self.tap.partition(".")[0]

    @property
    def in_stream(self) -> bool:
        """Whether the site is in the residual stream between layers."""
        return self.tap.endswith(".output")

    def put(self, own: Tensor, other: Tensor) -> None:
        """Write the other run's activations into a tensor, in place.

        Args:
            own: what passes the tap in one row of a batch, its last axes a position and the
                numbers there, before them the heads if it has any. Positions that it does not
                have yet, while a translation is being written, are left out.
            other: what passed there in the other run.
        """
        length = own.shape[-2]
        here = [one for one in self.here if one < length]
        there = list(self.there[: len(here)])
        other = other.to(own)
        if self.heads:
            heads = [[head] for head in self.heads]
            own[heads, here] = other[heads, there]
        else:
            own[here] = other[there]


@check_arguments
def patch(
    tap: str, other: Trace, position: Where, head: int | Sequence[int] | None = None
) -> dict[str, Edit]:
    """Return an edit that replaces a tap's values at some positions by those of another run.

    Args:
        tap: its name in a trace.
        other: the run that the numbers come from.
        position: the same in both runs, or, for each position here, that of the other run.
        head: which heads, where the tap has heads; None for all of them.

    Raises:
        ValueError: if the other run has no such tap, position or head.
    """
    pairs = position if isinstance(position, Mapping) else {one: one for one in _several(position)}
    value, axes = other.pick(tap, batch=0), other.axes[tap]
    if "head" not in axes and head is not None:
        raise ValueError(f"{tap} has no heads: its axes are {' '.join(axes)}")
    heads = tuple(range(len(value)) if head is None else _several(head)) if "head" in axes else ()
    _within(tap, "heads", heads, len(value))
    _within(tap, "positions in the other run", pairs.values(), value.shape[-2])
    place = Location(
        tap, 0, tuple(sorted(pairs)), tuple(pairs[one] for one in sorted(pairs)), heads
    )

    def put(passing: Tensor) -> Tensor:
        if "source" in (axis_side(tap, axis) for axis in axes[-2:]):  # the sentence is all there
            _within(tap, "positions in this run", pairs, passing.shape[-2])
        passing = passing.clone()
        for row in passing:
            place.put(row, value)
        return passing

    return {tap: put}


def _within(tap: str, what: str, places: Iterable[int], size: int) -> None:
    for one in places:
        if not 0 <= one < size:
            raise ValueError(f"{tap} has {size} {what}, counted from 0: {one} is none of them")


def _several(one: int | Sequence[int]) -> Sequence[int]:
    return [one] if isinstance(one, int) else one
