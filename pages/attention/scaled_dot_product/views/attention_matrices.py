"""Scores, mask and softmax of one head as matrices, and one cell worked out."""

from collections.abc import Sequence

from model.trace import Trace
from pages.attention.scaled_dot_product.views.attention_steps import (
    TAKES,
    AttentionData,
    AttentionEvents,
    Choice,
    draw,
)
from ui.views import view

_matrices = view(__file__, AttentionData, AttentionEvents, takes=TAKES)


def attention_matrices(
    attention: Trace, queries: Sequence, keys: Sequence, choice: Choice, *, key: str
) -> None:
    """Draw scores, mask and softmax of one head as matrices, with the arithmetic of one cell."""
    draw(_matrices, attention, (queries, keys), choice, key)
