"""Edits: functions that replace the tensor at a tap.

An edit gets the tensor. If it declares parameters of these names, it also gets

    name        name of the tap
    position    positions of the rows, a range: of the source in the encoder, else of the target
    step        in the decoder, the output step that the last row predicts; None in the encoder

During a search, an edit sees each prefix anew; in the recorded pass, all rows at once. To act alike
in both, it should select rows by their position.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from torch import Tensor

from model.parts import axis_side

Edit = Callable[..., Tensor]
TOKEN_AXES = ("position", "source", "target", "query", "key")  # axes that index tokens
CONTEXT_NAMES = ("name", "position", "step")


def bind_edit(edit: Edit, name: str, axes: Sequence[str]) -> Callable[[Tensor], Tensor]:
    """Return an edit as a function of the tensor alone, its context arguments filled in.

    Args:
        edit: a function of the tensor and, if it declares them, of name, position and step, which
            get the values that ``tap_context`` returns.
        name: the name of the tap that the edit is for.
        axes: the names of the axes of that tap.

    Raises:
        ValueError: if the edit is not a function.
    """
    if not callable(edit):
        kind = type(edit).__name__
        raise ValueError(f"the edit of {name} is a {kind}: it must be a function of the tensor")
    if not (asked := declared_context(edit)):
        return edit

    def call_with_context(value: Tensor) -> Tensor:
        """Call the edit with the tensor and the context arguments it declares."""
        known = tap_context(name, axes, value)
        return edit(value, **{one: known[one] for one in asked})

    return call_with_context


def declared_context(edit: Edit) -> list[str]:
    """Return which of the context arguments name, position and step an edit declares."""
    try:
        _, *others = inspect.signature(edit).parameters.values()
    except (TypeError, ValueError):  # torch's own functions do not say what they take
        return []
    bound = edit.keywords if isinstance(edit, partial) else ()
    return [one.name for one in others if one.name in CONTEXT_NAMES and one.name not in bound]


def tap_context(name: str, axes: Sequence[str], value: Tensor) -> dict[str, Any]:
    """Return the values of the context arguments that an edit at a tap may declare.

    Args:
        name: name of the tap.
        axes: the names of its axes.
        value: the tensor that passes there.

    Returns:
        "name"; "position", the range of positions that the tensor holds (empty without an axis of
        tokens); and "step", the output step that the last position predicts, or None if the
        positions are not in the target.
    """
    axis = next((one for one in axes if one in TOKEN_AXES), None)
    if axis is None:
        return {"name": name, "position": range(0), "step": None}
    length = value.shape[list(axes).index(axis)]
    step = length - 1 if axis_side(name, axis) == "target" else None
    return {"name": name, "position": range(length), "step": step}
