"""A list of pieces with their ids."""

from collections.abc import Sequence

from pages.input.tokenization.compute import PieceEntry
from ui.views import register_view
from ui.views.export_tables import record_table

_list = register_view(__file__)


def show_piece_list(entries: Sequence[PieceEntry], *, key: str, label: str) -> None:
    """Show pieces of the vocabulary with their ids and notes.

    Args:
        entries: the pieces, in order.
        key: Streamlit key, unique on the page.
        label: the text before them.
    """
    data = {
        "label": label,
        "entries": [vars(entry) for entry in entries],
        "takes": [record_table("pieces", "entries")],
    }
    _list(key=key, data=data)
