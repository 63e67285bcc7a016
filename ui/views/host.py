"""Where views are drawn: on a page of the app, or by a host that takes what they were given."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Drawn:
    """A view and what it was given.

    Args:
        script: path of the script that draws it.
        key: its name on the page.
        data: see the view's own module.
    """

    script: str
    key: str
    data: Mapping[str, Any]


@dataclass
class Host:
    """What takes the views that are drawn.

    Args:
        source: language of the sentence, for a screen reader's voice.
        target: language of the translation.
        drawn: the views, in their order.
    """

    source: str | None = None
    target: str | None = None
    drawn: list[Drawn] = field(default_factory=list)


_HOST: ContextVar[Host | None] = ContextVar("host", default=None)


def host() -> Host | None:
    """Return who takes the views now; None on a page of the app."""
    return _HOST.get()


@contextmanager
def hosting(source: str | None = None, target: str | None = None) -> Iterator[Host]:
    """Take all views that are drawn in this block, instead of a page of the app.

    Args:
        source: language of the sentence.
        target: language of the translation.
    """
    mine = Host(source, target)
    token = _HOST.set(mine)
    try:
        yield mine
    finally:
        _HOST.reset(token)
