"""A list of pieces with their ids."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.input.tokenization.compute import PieceEntry
from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class PieceListData:
    """Pieces, in order, and the text before them."""

    label: str
    entries: Sequence[PieceEntry]


_list = register_view(__file__, PieceListData, tables=[record_table("pieces", "entries")])


def show_piece_list(entries: Sequence[PieceEntry], *, key: str, label: str) -> None:
    """Show pieces of the vocabulary with their ids and notes.

    Args:
        entries: the pieces, in the order in which they are shown.
        key: the Streamlit key of this list, unique on the page.
        label: the text before the list, which says what the pieces are.
    """
    _list(key=key, data=PieceListData(label, entries))
