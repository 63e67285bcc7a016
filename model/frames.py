"""Tensors of a trace as tidy DataFrames: one row for each number, with axes and tokens."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from model.grid import tidy_frame
from model.parts import ATTENTIONS, axis_side
from model.tensors import Trace

if TYPE_CHECKING:
    from pandas import DataFrame


def trace_frame(
    trace: Trace, name: str, tokens_by_side: Mapping[str, Sequence[str]], **indices: int
) -> "DataFrame":
    """Return a tensor of a trace as a tidy DataFrame: a row per number, with indices and tokens.

    Args:
        trace: a recorded pass.
        name: name of a tensor, such as "encoder.layers.0.self_attention.weights", where ``{}``
            instead of the 0 selects all layers; or "encoder", "decoder" or "cross" for the
            attention weights of all layers.
        tokens_by_side: tokens of the "source" and of the "target".
        indices: for some axes, the only index that is kept, such as ``head=1``.

    Raises:
        ValueError: if there is no such tensor, axis or index.
    """
    known = name in ATTENTIONS
    name = f"{ATTENTIONS[name]}.weights" if known else name
    values = trace.layers(name, **indices) if "{}" in name else trace.pick(name, **indices)
    one = name.format(0)
    axes = [axis for axis in trace.axes[one] if axis != "batch" and axis not in indices]
    named: dict[str, Sequence[int | str]] = {}
    tokens: dict[str, Sequence[str]] = {}
    if "{}" in name:
        named["layer"] = range(len(values))
    for axis, size in zip(axes, values.shape[len(named) :], strict=True):
        named[axis] = range(size)
        if (side := axis_side(one, axis)) and size == len(tokens_by_side[side]):
            tokens[axis] = tokens_by_side[side]
    return tidy_frame(values, named, tokens, "weight" if known else "value")
