"""Schemas of JSON values that come from a file or a browser, checked before anything uses them.

A schema is one of these:

- a type, such as ``str`` or ``NUMBER``; numbers are finite;
- a set of texts, a range of whole numbers, or a pattern that a whole text matches;
- a list ``[schema]`` of any length, ``[schema, ...]`` of at least one item;
- a tuple of schemas: a list of exactly these items;
- a dictionary: ``{str: schema}`` with any names, at least one, or with these names and perhaps
  others, where one written ``"name?"`` may be missing or null;
- a function that says whether a value is valid.
"""

import math
import re
from types import UnionType
from typing import Any

NUMBER = int | float
LARGEST = 1e15  # no measured or chosen number comes near it
INDEX = range(1_000_000)  # an index, from 0 or 1; at most that of a token of any vocabulary
NAME = re.compile(r"[\w-]{1,60}")  # the name of a section, a method or a node
TEXT = re.compile(r".{0,2000}", re.DOTALL)  # at most as long as a text that can be typed


def is_numeric_array(value: object) -> bool:
    """Whether a value is a vector (list of numbers) or a matrix (list of equally long vectors)."""
    if not isinstance(value, list) or not value:
        return False
    rows = value if isinstance(value[0], list) else [value]
    return (
        not any(validation_error(row, [NUMBER, ...]) for row in rows)
        and len({*map(len, rows)}) == 1
    )


def validation_error(value: object, schema: object, path: str = "", *, closed: bool = False) -> str:
    """Return what is wrong with a decoded JSON value according to a schema; "" if it is valid.

    Args:
        value: decoded JSON.
        schema: a schema; see the head of this file.
        path: path of the value inside a larger one, such as "settings.steps", for the message.
        closed: whether keys that the schema of a dictionary lacks are errors.
    """
    inner: list[tuple[object, object, str]] = []
    where = path or "it"
    if isinstance(schema, dict):
        if not isinstance(value, dict) or (str in schema and not value):
            return f"{where} is no table of names"
        names = dict.fromkeys(value, schema[str]) if str in schema else schema
        known = {name.removesuffix("?") for name in names}
        if closed and (others := value.keys() - known):
            return f"{where} has “{min(others):.20}”, which is not known"
        for name, of_it in names.items():
            key = name.removesuffix("?")
            if key not in value and key == name:
                return f"{where} has no “{key}”"
            if value.get(key) is not None or key == name:
                inner.append((value[key], of_it, f"{path}.{key}".strip(".")))
    elif isinstance(schema, list | tuple):
        if not isinstance(value, list) or not _matches_length(value, schema):
            return f"{where} is not the list that it should be"
        forms = schema if isinstance(schema, tuple) else [schema[0]] * len(value)
        inner = [(one, of_it, path) for one, of_it in zip(value, forms, strict=True)]
    elif not _matches_scalar(value, schema):
        return f"{where} is {str(value)[:20]!r}"
    return next(filter(None, (validation_error(*one, closed=closed) for one in inner)), "")


def _matches_length(value: list, schema: list | tuple) -> bool:
    """Whether a list has the length that a tuple or list schema requires."""
    if isinstance(schema, tuple):
        return len(value) == len(schema)
    return len(value) >= len(schema) - 1


def _matches_scalar(value: object, schema: Any) -> bool:
    """Whether a scalar value (text, number or boolean) matches a schema."""
    if isinstance(value, bool) or schema is bool:
        return isinstance(value, bool) and schema is bool
    match schema:
        case re.Pattern():
            return isinstance(value, str) and schema.fullmatch(value) is not None
        case set():
            return isinstance(value, str) and value in schema
        case range():
            return isinstance(value, int) and value in schema
        case type() | UnionType():
            finite = not isinstance(value, float) or math.isfinite(value)
            small = not isinstance(value, NUMBER) or abs(value) < LARGEST
            return isinstance(value, schema) and finite and small
        case _:
            return schema(value)
