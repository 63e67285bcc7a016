"""A list of pieces with their ids."""

from collections.abc import Sequence

from pages.input.tokenization.compute import Entry
from ui.views import view
from ui.views.tables import records

_list = view(__file__)


def piece_list(entries: Sequence[Entry], *, key: str, label: str) -> None:
    """Show pieces with their ids and notes.

    Args:
        entries: the pieces, in order.
        key: Streamlit key, unique on the page.
        label: the text before them.
    """
    data = {
        "label": label,
        "entries": [vars(entry) for entry in entries],
        "takes": [records("pieces", "entries")],
    }
    _list(key=key, data=data)
