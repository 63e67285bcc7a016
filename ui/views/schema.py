"""Record types of a view's data and events, from which schemas and script types are derived.

A record's fields are texts, numbers, booleans, ``Literal``, tuples, sequences, mappings, other
records, optional values, enumerations of texts, and tensors with their axes. A field named like the
plural of an axis, such as ``keys``, holds the labels of that axis. An event of which a part may be
missing is a ``TypedDict``.

``python -m ui.views.script_types`` writes the TypeScript types.
"""

import dataclasses
import typing
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from torch import Tensor

from ui.schemas import INDEX, NUMBER, TEXT
from ui.views.export_tables import Table

SCALAR_SCHEMAS = {int: INDEX, float: NUMBER, str: TEXT, bool: bool}


@dataclasses.dataclass(frozen=True)
class ViewSchema:
    """The record types of a view.

    Args:
        script: path of the view's script.
        data: record type of its data.
        events: record type of its events, with a field for each; None if it has none.
    """

    script: Path
    data: type
    events: type | None


VIEW_SCHEMAS: dict[str, ViewSchema] = {}  # of the registered views, by name


def is_tensor(annotation: Any) -> bool:
    """Whether a field's type is a tensor type, such as ``Float[Tensor, "query key"]``."""
    return annotation is Tensor or getattr(annotation, "array_type", None) is Tensor


def type_schema(annotation: Any) -> object:
    """Return the schema that validates values of a field's type; ``ui.schemas`` describes schemas.

    Args:
        annotation: the type, as annotated in a record.
    """
    if dataclasses.is_dataclass(annotation):
        return {
            name: type_schema(inner) for name, inner in typing.get_type_hints(annotation).items()
        }
    if typing.is_typeddict(annotation):
        optional = annotation.__optional_keys__
        hints = typing.get_type_hints(annotation).items()
        return {f"{name}?" if name in optional else name: type_schema(of) for name, of in hints}
    origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return set(inside)
    if origin is tuple:
        return tuple(map(type_schema, inside))
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return {*annotation}
    return [type_schema(inside[0])] if origin is Sequence else SCALAR_SCHEMAS[annotation]


def event_schemas(events: type | None) -> dict[str, object]:
    """Return the schemas that validate a view's events, by name of the event; see ``ui.schemas``.

    Args:
        events: record type of the events, with a field for each; None: there are no events.
    """
    return {
        name: type_schema(kind) for name, kind in typing.get_type_hints(events or object).items()
    }


def fill_table_axes(data: type, tables: Sequence[Table]) -> list[Table]:
    """Return export tables with the axes of their tensors, taken from the tensors' types.

    Only tables of tensors without axes are changed. A table with a column of the type
    ``Float[Tensor, "query key"]`` gets the axes "query" and "key"; if the data has a field
    "queries", it labels the first.

    Args:
        data: record type of the view's data, whose fields have the types.
        tables: the tables.
    """
    kinds = typing.get_type_hints(data)

    def fill_axes(table: Table) -> Table:
        """Return a table with its tensors' axes, each with the field that labels it."""
        values = table.get("values")
        if table.get("axes") != [] or not isinstance(values, dict):
            return table
        named = kinds[next(iter(values.values()))].dim_str.split()
        places = [next((n for n in (f"{a}s", f"{a[:-1]}ies") if n in kinds), None) for a in named]
        return {**table, "axes": [list(pair) for pair in zip(named, places, strict=True)]}

    return [fill_axes(table) for table in tables]
