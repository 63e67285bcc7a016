"""What a view is given and what it may say, as record types: all else is read from them.

A record's fields are texts, numbers, truth values, ``Literal``, tuples, sequences, mappings, other
records, what may be None, and tensors with their axes. A field that is called like the plural of an
axis, such as ``keys``, names the places of that axis.

``python -m ui.views.script_types`` writes the types that scripts know.
"""

import dataclasses
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from torch import Tensor

from ui.forms import NUMBER, PLACE, TEXT
from ui.views.tables import Table

FORMS = {int: PLACE, float: NUMBER, str: TEXT, bool: bool}


@dataclasses.dataclass(frozen=True)
class Schema:
    """The records of a view.

    Args:
        script: the view's script.
        data: what it is given.
        events: what it may say: a field for each event.
    """

    script: Path
    data: type
    events: type | None


SCHEMAS: dict[str, Schema] = {}  # of the views that were registered, by their names


def is_tensor(kind: Any) -> bool:
    """Whether a field holds a tensor, such as ``Float[Tensor, "query key"]``."""
    return kind is Tensor or getattr(kind, "array_type", None) is Tensor


def form(kind: Any) -> object:
    """Return what a value that a browser says must look like; see ``ui.forms``."""
    if dataclasses.is_dataclass(kind):
        return {name: form(inner) for name, inner in typing.get_type_hints(kind).items()}
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return set(inside)
    if origin is tuple:
        return tuple(map(form, inside))
    return [form(inside[0])] if origin is Sequence else FORMS[kind]


def forms_of(events: type | None) -> dict[str, object]:
    """Return what each event of a view may say; see ``ui.forms``."""
    return {name: form(kind) for name, kind in typing.get_type_hints(events or object).items()}


def name_axes(data: type, takes: Sequence[Table]) -> list[Table]:
    """Return tables with the axes of their tensors, as the record of the data has them."""
    kinds = typing.get_type_hints(data)

    def axes(table: Table) -> Table:
        values = table.get("values")
        if table.get("axes") != [] or not isinstance(values, dict):
            return table
        named = kinds[next(iter(values.values()))].dim_str.split()
        places = [next((n for n in (f"{a}s", f"{a[:-1]}ies") if n in kinds), None) for a in named]
        return {**table, "axes": [list(pair) for pair in zip(named, places, strict=True)]}

    return [axes(table) for table in takes]
