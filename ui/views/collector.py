"""Where views are drawn: on a page of the app, or into a collector of their data."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class DrawnView:
    """A view that was drawn, with its data.

    Args:
        script: path of the script that draws it.
        key: key of the view, unique on the page.
        data: data of the view; see its own module.
    """

    script: str
    key: str
    data: Mapping[str, Any]


@dataclass
class ViewCollector:
    """Collector of the views that are drawn, in place of a page of the app.

    Args:
        source: language code of the sentence, for a screen reader's voice.
        target: language code of the translation.
        views: the views so far, in order.
    """

    source: str | None = None
    target: str | None = None
    views: list[DrawnView] = field(default_factory=list)


_COLLECTOR: ContextVar[ViewCollector | None] = ContextVar("host", default=None)


def current_collector() -> ViewCollector | None:
    """Return the collector that gets the views drawn now; None if they are shown on a page."""
    return _COLLECTOR.get()


@contextmanager
def collect_views(
    source_language: str | None = None, target_language: str | None = None
) -> Iterator[ViewCollector]:
    """Collect the views drawn within a ``with`` block instead of showing them on a page.

    Args:
        source_language: language code of the sentence.
        target_language: language code of the translation.
    """
    mine = ViewCollector(source_language, target_language)
    token = _COLLECTOR.set(mine)
    try:
        yield mine
    finally:
        _COLLECTOR.reset(token)
