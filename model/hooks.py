"""Edits: functions that put another tensor in the place of what passes a tap.

An edit gets the tensor. If it has parameters of these names besides, it is told

    name        of the tap
    position    which positions the rows are, a range: of the source in the encoder, else of the
                target
    step        of the decoder, the step that the last row decides; None in the encoder

While a translation is written, an edit meets each prefix anew, and in the recorded pass all rows at
once. What is to hold in both changes rows by their position.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from torch import Tensor

from model.parts import axis_side

Edit = Callable[..., Tensor]
ROWS = ("position", "source", "target", "query", "key")  # axes whose places are tokens
TOLD = ("name", "position", "step")


def bind_edit(edit: Edit, name: str, axes: Sequence[str]) -> Callable[[Tensor], Tensor]:
    """Wrap an edit as a function of the tensor alone, with its other arguments bound.

    Args:
        edit: may ask for more; see the top of this file.
        name: of its tap.
        axes: of its tap.

    Raises:
        ValueError: if it is no function.
    """
    if not callable(edit):
        kind = type(edit).__name__
        raise ValueError(f"the edit of {name} is a {kind}: it must be a function of the tensor")
    if not (asked := hook_parameters(edit)):
        return edit

    def act(value: Tensor) -> Tensor:
        known = tell(name, axes, value)
        return edit(value, **{one: known[one] for one in asked})

    return act


def hook_parameters(edit: Edit) -> list[str]:
    """Return which of the optional arguments an edit declares."""
    try:
        _, *others = inspect.signature(edit).parameters.values()
    except (TypeError, ValueError):  # torch's own functions do not say what they take
        return []
    bound = edit.keywords if isinstance(edit, partial) else ()
    return [one.name for one in others if one.name in TOLD and one.name not in bound]


def tell(name: str, axes: Sequence[str], value: Tensor) -> dict[str, Any]:
    """Return the arguments that an edit may ask for at a tap: name, position, step."""
    axis = next((one for one in axes if one in ROWS), None)
    if axis is None:
        return {"name": name, "position": range(0), "step": None}
    length = value.shape[list(axes).index(axis)]
    step = length - 1 if axis_side(name, axis) == "target" else None
    return {"name": name, "position": range(length), "step": step}
