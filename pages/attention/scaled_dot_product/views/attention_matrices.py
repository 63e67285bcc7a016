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

_matrices = register_view(__file__, AttentionData, AttentionEvents, takes=EXPORT_TABLES)


def show_attention_matrices(
    attention: Trace, queries: Sequence, keys: Sequence, choice: AttentionSelection, *, key: str
) -> None:
    """Draw scores, mask and softmax of one head as matrices, with the arithmetic of one cell.
    A click sets "word" and "key" in the session; the axes are those of ``show_attention_steps``.
    """
    show_attention_view(_matrices, attention, (queries, keys), choice, key)
