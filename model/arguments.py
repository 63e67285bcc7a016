"""Validate arguments of the public API against their type hints and bounds.

Common run-time type checkers accept True as a whole number and check one item of a list only. Here
each argument either has its declared type, or one sentence says what is wrong with it.
"""

import functools
import inspect
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral, Real
from pathlib import Path
from reprlib import Repr
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

P = ParamSpec("P")
R = TypeVar("R")
SHORT_REPR = Repr()
SHORT_REPR.maxstring, SHORT_REPR.maxother = 70, 100
TEXTS = (str, bytes, bytearray)  # iterable, but never meant as a collection
WORDS = {
    bool: "True or False",
    float: "a number",
    int: "a whole number",
    str: "a text",
    Path: "a path",
    type(None): "None",
}


@dataclass(frozen=True)
class Within:
    """Bounds of a number, in ``Annotated[int, Within(1, 100)]``.

    Args:
        minimum: the smallest value allowed.
        maximum: the largest value allowed.
    """

    minimum: float | int
    maximum: float | int

    def __str__(self) -> str:
        """Return the bounds as text, such as "from 1 to 8"."""
        return f"from {self.minimum:g} to {self.maximum:g}"


Width = Annotated[int, Within(1, 100)]  # of a beam: more hypotheses fill the memory
Alpha = Annotated[float, Within(0, 10)]  # of the length penalty


# Parameters whose former name is accepted for one version.
FORMER = {"translation": "said", "translations": "said", "token": "said", "search_result": "found"}


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that every call compares the arguments with the type hints.
    A call raises a ValueError if an argument has another type or lies outside its ``Within``.
    """
    signature = inspect.signature(function)
    renamed = {FORMER[name]: name for name in signature.parameters if name in FORMER}

    @functools.cache  # forward references resolve only once the module is complete
    def hints() -> dict[str, Any]:
        """Return the function's type hints by parameter name, resolved from strings."""
        own = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
        parameters = types.SimpleNamespace(__annotations__=own)
        return get_type_hints(parameters, function.__globals__, include_extras=True)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        """Validate all arguments against the type hints, then call the function."""
        kwargs = {renamed.get(name, name): one for name, one in kwargs.items()}  # type: ignore[assignment]
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:  # too many or too few: Python's own message names the function
            return function(*args, **kwargs)
        for name, value in given.items():
            several = signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD
            for own, one in value.items() if several else ((name, value),):
                if name in hints():
                    check_value(own, one, hints()[name])
        return function(*args, **kwargs)

    return call


def check_fields(record: object) -> None:
    """Raise ValueError unless each field of a dataclass instance matches its type hint.

    Raises:
        ValueError: naming the first field that does not.
    """
    for name, hint in get_type_hints(type(record), include_extras=True).items():
        if get_origin(hint) is not ClassVar and hasattr(record, name):
            check_value(f"{type(record).__name__}: {name}", getattr(record, name), hint)


def check_value(name: str, value: object, hint: Any) -> None:
    """Raise ValueError unless a value matches a type hint and lies within its bounds.

    Args:
        name: name of the argument, for the error message.
        value: what was passed for it.
        hint: its type hint, such as ``Annotated[int, Within(1, 100)]``.

    Raises:
        ValueError: naming the argument, the value, and what would be valid.
    """
    if matches_type(value, hint):
        return
    near = ""
    if get_origin(hint) is Literal and isinstance(value, str):
        near = "".join(f"; near: {one}" for one in get_close_matches(value, get_args(hint), 1))
    raise ValueError(f"{name}={SHORT_REPR.repr(value)}: it must be {describe_type(hint)}{near}")


def matches_type(value: Any, hint: Any) -> bool:
    """Whether a value matches a type hint, and lies within bounds if the hint has some.
    For example, 0 does not match ``Annotated[int, Within(1, 100)]``; True does not match ``int``.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if hint is None:
        return value is None
    if hint is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if hint is float:  # NaN differs from itself
        return isinstance(value, Real) and not isinstance(value, bool) and value == value
    if origin in (Union, types.UnionType):
        return any(matches_type(value, one) for one in inner)
    if origin is Literal:
        return value in inner
    if origin is Annotated:
        bounds = (one for one in inner[1:] if isinstance(one, Within))
        return matches_type(value, inner[0]) and all(
            one.minimum <= value <= one.maximum for one in bounds
        )
    if origin is None or not isinstance(origin, type):
        return isinstance(value, hint)
    if not isinstance(value, origin) or isinstance(value, TEXTS):
        return False
    return _contents_match(value, origin, inner)


def _contents_match(value: Any, origin: type, inner: tuple[Any, ...]) -> bool:
    """Whether all items of a container match its type arguments, as in list[int]."""
    if isinstance(value, Mapping) and len(inner) == 2:
        return all(
            matches_type(k, inner[0]) and matches_type(v, inner[1]) for k, v in value.items()
        )
    if origin is tuple and inner[-1] is not Ellipsis:
        return len(value) == len(inner) and all(map(matches_type, value, inner))
    if isinstance(value, Collection) and issubclass(origin, Iterable) and inner:
        return all(matches_type(one, inner[0]) for one in value)
    return True  # a function; or an iterator, which could be read only once


def describe_type(hint: Any) -> str:
    """Return what a type hint accepts, in plain English: "a whole number from 1 to 100"."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(describe_type, inner)))
    if origin is Literal:
        return ", ".join(map(repr, inner))
    if origin is Annotated:
        return " ".join(
            [describe_type(inner[0]), *(str(one) for one in inner if type(one) is Within)]
        )
    if origin is Callable:
        return "a function"
    if origin and issubclass(origin, Mapping):
        return "a mapping from {} to {}".format(*map(describe_type, inner))
    if origin is tuple and inner[-1] is not Ellipsis:
        return f"({', '.join(map(describe_type, inner))})"
    if origin and issubclass(origin, Iterable) and inner:
        return f"several, each {describe_type(inner[0])}"
    name = getattr(hint, "__name__", str(hint))
    return WORDS.get(hint, f"a {name}")
