"""Attribution scores of several methods, one row per method, on one scale."""

from collections.abc import Sequence

from pages.lab.who_contributed.compute import Row
from pages.lab.who_contributed.remarks import method_name
from ui.readings.reading import Token
from ui.views import labels, view

_view = view(__file__)


def contributions_view(
    rows: Sequence[Row],
    notes: Sequence[str],
    source: Sequence[Token],
    prefix: Sequence[Token] | None,
    caption: str,
) -> None:
    """Show the rows.

    Args:
        rows: one row per method.
        notes: a few words on each method.
        source: source columns.
        prefix: target-prefix columns; None if hidden.
        caption: names the explained token.
    """
    data = {
        "source": labels(source),
        "prefix": None if prefix is None else labels(prefix),
        "caption": caption,
        "rows": [
            {
                "key": row.name,
                "name": method_name(row.name),
                "note": note,
                "source": _plain(row.source),
                "prefix": _plain(row.prefix),
                "raw": _plain(row.raw),
                "points": row.points,
                "leans": row.leans,
                "share": row.share,
            }
            for row, note in zip(rows, notes, strict=True)
        ],
    }
    _view(key="contributions_view", data=data)


def _plain(values: Sequence[float] | None) -> list[float] | None:
    """Return scores rounded for the view."""
    return None if values is None else [round(value, 5) for value in values]
