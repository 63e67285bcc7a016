"""Vectors as strips of thin cells, one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from torch import Tensor

from ui.schemas import INDEX
from ui.views import encode_tensor, register_view
from ui.views.export_tables import Table, tensor_table

_strips = register_view(__file__, schemas={"pick": INDEX})


@dataclass(frozen=True)
class Strip:
    """One vector.

    Args:
        name: label before the strip.
        vector: values of its components.
        role: name of the frame's colour: "X", "Q", "K", "V" or "Z".
        note: a sign before the name, such as "+" or "=", so that rows read as an equation;
            longer text stands above the row, between it and the one before.
    """

    name: str
    vector: Tensor
    role: str | None = None
    note: str = ""


def show_strips(
    rows: Sequence[Strip],
    *,
    key: str,
    label: str,
    shared_scale: bool = True,
    component: int | None = None,
) -> None:
    """Draw vectors as strips of coloured cells, with their norms and the value of one component.

    Args:
        rows: the vectors, from top to bottom; they may differ in length.
        key: unique on the page.
        label: text that a screen reader reads instead of the strips.
        shared_scale: whether all rows share one colour scale, so that they can be compared.
        component: index of the component whose values are shown, from 0; a click on a cell then
            stores the cell's component in the session as "component", from 1. None: a click selects
            a component in these strips only.
    """

    def select_component(component_number: int) -> None:
        """Store the number of the clicked component, from 1, in the session."""
        if component is not None:
            st.session_state["component"] = component_number

    data = {
        "rows": [
            {
                "name": row.name,
                "vector": encode_tensor(row.vector),
                "norm": row.vector.norm().item(),
                "role": row.role,
                "note": row.note,
            }
            for row in rows
        ],
        "label": label,
        "common": shared_scale,
        "component": component,
        "takes": _vector_tables(rows),
    }
    _strips(key=key, data=data, on_pick_change=select_component)


def _vector_tables(rows: Sequence[Strip]) -> list[Table]:
    """Return export tables of the vectors, one for each vector length."""
    columns: dict[int, dict[str, str]] = {}
    for place, row in enumerate(rows):
        same = columns.setdefault(len(row.vector), {})
        same[f"{row.name} ({place + 1})" if row.name in same else row.name] = f"rows.{place}.vector"
    return [tensor_table(f"{size} numbers", "component", **same) for size, same in columns.items()]
