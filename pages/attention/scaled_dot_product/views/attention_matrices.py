"""Scores, mask and softmax of one head as matrices, and one cell worked out."""

from collections.abc import Sequence

from model.trace import Trace
from pages.attention.scaled_dot_product.views.attention_steps import (
    EXPORT_TABLES,
    AttentionData,
    AttentionEvents,
    AttentionSelection,
    show_attention_view,
)
from ui.views import register_view

_matrices = register_view(__file__, AttentionData, AttentionEvents, tables=EXPORT_TABLES)


def show_attention_matrices(
    attention: Trace, queries: Sequence, keys: Sequence, choice: AttentionSelection, *, key: str
) -> None:
    """Draw scores, mask and softmax of one head as matrices, with the arithmetic of one cell.
    A click on a cell sets "word" (its query) and "key" in the session.

    Args:
        attention: trace of one attention, with all its heads.
        queries: the query tokens.
        keys: the key tokens.
        choice: query, key and head that are selected, and whether scores are divided by √d_k.
        key: Streamlit key of the view, unique on the page.
    """
    show_attention_view(_matrices, attention, (queries, keys), choice, key)
