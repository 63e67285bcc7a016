"""TypeScript types of the data that views get and of the events that they send.

``python -m ui.views.script_types`` writes them into ``data.d.ts`` beside the scripts.
"""

import dataclasses
import importlib
import inspect
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from ui.views.data_cache import CacheAddress
from ui.views.schema import VIEW_SCHEMAS, is_tensor
from ui.views.scripts import ROOT

SCRIPT = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
FILE = "data.d.ts"
HEAD = "// What Python sends and hears: python -m ui.views.script_types writes it.\n"


def typescript_type(annotation: Any, records: dict[str, type]) -> str:
    """Return the TypeScript type of a field.

    Args:
        annotation: type of the field in Python.
        records: record types found so far, by name; those that the field contains are added.
    """
    if is_tensor(annotation):
        return "SentTensor"
    if dataclasses.is_dataclass(annotation) or typing.is_typeddict(annotation):
        record = typing.cast(type, annotation)
        records[record.__name__] = record
        return record.__name__
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return " | ".join(f'"{one.value}"' for one in annotation)
    origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inside)
    if origin in (typing.Union, types.UnionType):
        kinds = [one for one in inside if one is not CacheAddress]  # it is resolved before it draws
        return " | ".join(typescript_type(one, records) for one in kinds)
    if origin is tuple:
        return f"[{', '.join(typescript_type(one, records) for one in inside)}]"
    if origin is Mapping:
        return f"Record<{', '.join(typescript_type(one, records) for one in inside)}>"
    if origin is Sequence:
        one = typescript_type(inside[0], records)
        return f"({one})[]" if " | " in one else f"{one}[]"
    return SCRIPT[annotation]


def typescript_interfaces(*records: type) -> Iterator[str]:
    """Yield a TypeScript interface for each record type, nested ones included."""
    waiting = {record.__name__: record for record in records}
    known: set[str] = set()
    while waiting:
        name = next(iter(waiting))
        record = waiting.pop(name)
        known.add(name)
        found: dict[str, type] = {}
        hints = typing.get_type_hints(record)
        optional = getattr(record, "__optional_keys__", ())
        lines = [
            f"  {field}{'?' if field in optional else ''}: {typescript_type(kind, found)};"
            for field, kind in hints.items()
        ]
        said = (inspect.getdoc(record) or name).partition("\n")[0]
        yield "\n".join([f"/** {said} */", f"export interface {name} {{", *lines, "}", ""])
        waiting |= {one: kind for one, kind in found.items() if one not in known}


def typescript_files() -> dict[Path, str]:
    """Return the text of ``data.d.ts`` for each folder that has views, by the file's path."""
    for room in ("pages", "ui"):
        for file in sorted((ROOT / room).rglob("*.py")):
            if re.search(r"\bregister_view\(\s*__file__", file.read_text(encoding="utf-8")):
                importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    folders: dict[Path, list[type]] = {}
    for _, schema in sorted(VIEW_SCHEMAS.items()):
        records = filter(None, (schema.data, schema.events))
        folders.setdefault(schema.script.parent, []).extend(records)
    return {
        folder / FILE: "\n".join([HEAD, *typescript_interfaces(*records)])
        for folder, records in folders.items()
    }


if __name__ == "__main__":
    for path, text in typescript_files().items():
        path.write_text(text, encoding="utf-8")
