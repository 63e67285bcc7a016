"""What a value read from a file, or said by a browser, must look like before anything uses it.

A form is one of these:

- a type, such as ``str`` or ``NUMBER``; numbers are finite;
- a set of texts, a range of whole numbers, or a pattern that a whole text has;
- a list ``[form]`` of any length, ``[form, ...]`` of at least one;
- a tuple of forms: a list of exactly these;
- a dictionary ``{str: form}`` of any names, at least one, or of these names and perhaps others,
  where what is called ``"name?"`` may be missing or null;
- a function that says whether a value is right.
"""

import math
import re
from types import UnionType
from typing import Any

NUMBER = int | float
LARGEST = 1e15  # no number that is measured or chosen comes near
PLACE = range(1_000_000)  # a number in a row, from 0 or 1; of a token in the largest vocabulary
NAME = re.compile(r"[\w-]{1,60}")  # of a section, a method, a node
TEXT = re.compile(r".{0,2000}", re.DOTALL)  # as long as one that can be typed


def is_array(value: object) -> bool:
    """Whether this is a list of numbers, or one of such lists of one length."""
    if not isinstance(value, list) or not value:
        return False
    rows = value if isinstance(value[0], list) else [value]
    return not any(misfit(row, [NUMBER, ...]) for row in rows) and len({*map(len, rows)}) == 1


def misfit(value: object, form: object, place: str = "", *, closed: bool = False) -> str:
    """Return where a value has another form, and which, for the log; "" if it has this one.

    Args:
        value: as JSON holds it.
        form: see the head of this file.
        place: of the value in a larger one.
        closed: whether a dictionary may have no other names.
    """
    inner: list[tuple[object, object, str]] = []
    where = place or "it"
    if isinstance(form, dict):
        if not isinstance(value, dict) or (str in form and not value):
            return f"{where} is no table of names"
        names = dict.fromkeys(value, form[str]) if str in form else form
        known = {name.removesuffix("?") for name in names}
        if closed and (others := value.keys() - known):
            return f"{where} has “{min(others):.20}”, which is not known"
        for name, of_it in names.items():
            key = name.removesuffix("?")
            if key not in value and key == name:
                return f"{where} has no “{key}”"
            if value.get(key) is not None or key == name:
                inner.append((value[key], of_it, f"{place}.{key}".strip(".")))
    elif isinstance(form, list | tuple):
        if not isinstance(value, list) or not _has_length(value, form):
            return f"{where} is not the list that it should be"
        forms = form if isinstance(form, tuple) else [form[0]] * len(value)
        inner = [(one, of_it, place) for one, of_it in zip(value, forms, strict=True)]
    elif not _is_one(value, form):
        return f"{where} is {str(value)[:20]!r}"
    return next(filter(None, (misfit(*one, closed=closed) for one in inner)), "")


def _has_length(value: list, form: list | tuple) -> bool:
    if isinstance(form, tuple):
        return len(value) == len(form)
    return len(value) >= len(form) - 1


def _is_one(value: object, form: Any) -> bool:
    """Whether a text, a number or a truth value is what a form says."""
    if isinstance(value, bool) or form is bool:
        return isinstance(value, bool) and form is bool
    match form:
        case re.Pattern():
            return isinstance(value, str) and form.fullmatch(value) is not None
        case set():
            return isinstance(value, str) and value in form
        case range():
            return isinstance(value, int) and value in form
        case type() | UnionType():
            finite = not isinstance(value, float) or math.isfinite(value)
            small = not isinstance(value, NUMBER) or abs(value) < LARGEST
            return isinstance(value, form) and finite and small
        case _:
            return form(value)
