"""The check of annotations: beartype's, which what has passed it once need not pass again.

Whether a call fits its annotations follows from the types of what it is given and returns, from the
shapes of tensors, and from plain values. So a call of the same kinds as one that fitted fits, and
is not looked at again: a search calls the same layers hundreds of times, and looking takes longer
than their work. What a kind does not tell, such as a dictionary, is looked at each time.
"""

from collections.abc import Callable, Collection, Hashable, Iterator
from functools import wraps
from types import NoneType

import numpy as np
import torch
from beartype import beartype

PLAIN = (int, float, bool, str, NoneType, type)
TENSORS, MANY = (torch.Tensor, np.ndarray), (Collection, Iterator)
LONGEST = 8  # of a list whose kind is told
MOST = 10_000  # kinds of calls of one function that are remembered


class Untold(Exception):
    """What a value is does not follow from anything that is quickly looked at."""


def kind(value: object) -> Hashable:
    """Return all that its annotation can ask of a value.

    Raises:
        Untold: if that is too much.
    """
    own = type(value)
    if isinstance(value, TENSORS):
        return own, value.dtype, tuple(value.shape)
    if own in PLAIN:
        return own, value
    if own in (tuple, list) and len(value) <= LONGEST:
        return own, *map(kind, value)
    if isinstance(value, MANY):
        raise Untold
    return own


def checked(function: Callable) -> Callable:
    """Let beartype check each call of a function that is of another kind than those before."""
    check, fitting = beartype(function), set()

    @wraps(function)
    def remembered(*args: object, **named: object) -> object:
        try:
            asked = (*map(kind, args), *((name, kind(value)) for name, value in named.items()))
        except Untold:
            return check(*args, **named)
        if asked in fitting:
            return function(*args, **named)
        result = check(*args, **named)
        if len(fitting) < MOST:
            fitting.add(asked)
        return result

    return remembered
