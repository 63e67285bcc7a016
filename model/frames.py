"""Tensors of a trace as tidy DataFrames: one row for each number, with axes and tokens."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from model.grid import tidy_frame
from model.parts import ATTENTIONS, axis_side
from model.tensors import Trace

if TYPE_CHECKING:
    from pandas import DataFrame


def trace_frame(
    trace: Trace, name: str, sides: Mapping[str, Sequence[str]], **places: int
) -> "DataFrame":
    """Return a tensor of a trace as a tidy DataFrame, one row for each number.

    Args:
        trace: a recorded pass.
        name: tap name of a tensor; with ``{}`` in place of the layer number, all layers; or a key
            of ``ATTENTIONS``, for its weights.
        sides: tokens of the "source" and of the "target".
        places: axis -> the one index on it that is wanted.

    Raises:
        ValueError: if there is no such tensor, axis or index.
    """
    known = name in ATTENTIONS
    name = f"{ATTENTIONS[name]}.weights" if known else name
    values = trace.layers(name, **places) if "{}" in name else trace.pick(name, **places)
    one = name.format(0)
    axes = [axis for axis in trace.axes[one] if axis != "batch" and axis not in places]
    named: dict[str, Sequence[int | str]] = {}
    tokens: dict[str, Sequence[str]] = {}
    if "{}" in name:
        named["layer"] = range(len(values))
    for axis, size in zip(axes, values.shape[len(named) :], strict=True):
        named[axis] = range(size)
        if (side := axis_side(one, axis)) and size == len(sides[side]):
            tokens[axis] = sides[side]
    return tidy_frame(values, named, tokens, "weight" if known else "value")
