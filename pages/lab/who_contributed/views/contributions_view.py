"""Attribution scores of several methods, one row per method, on one scale."""

from collections.abc import Sequence

from pages.lab.who_contributed.compute import MethodRow
from pages.lab.who_contributed.remarks import method_name
from ui.readings.reading import Token
from ui.views import register_view, token_labels_data

_view = register_view(__file__)


def contributions_view(
    rows: Sequence[MethodRow],
    notes: Sequence[str],
    source: Sequence[Token],
    prefix: Sequence[Token] | None,
    caption: str,
) -> None:
    """Show each attribution method's scores by token, one row per method.

    Args:
        rows: one row per method.
        notes: a few words on each method.
        source: source columns.
        prefix: target-prefix columns; None if hidden.
        caption: names the explained token.
    """
    data = {
        "source": token_labels_data(source),
        "prefix": None if prefix is None else token_labels_data(prefix),
        "caption": caption,
        "rows": [
            {
                "key": row.name,
                "name": method_name(row.name),
                "note": note,
                "source": _round_values(row.source),
                "prefix": _round_values(row.prefix),
                "raw": _round_values(row.raw),
                "points": row.top_source_index,
                "leans": row.top_prefix_index,
                "share": row.source_share,
            }
            for row, note in zip(rows, notes, strict=True)
        ],
    }
    _view(key="contributions_view", data=data)


def _round_values(values: Sequence[float] | None) -> list[float] | None:
    """Return scores rounded for the view."""
    return None if values is None else [round(value, 5) for value in values]
