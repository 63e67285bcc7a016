"""The encoder's rows before and after a shuffle of the tokens, with positions and without."""

from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from pages.input.positional_encoding import computed, remarks
from pages.input.positional_encoding.computed import put_back
from ui.readings import passes
from ui.readings.reading import Filled, Reading
from ui.views import labels, packed, view
from ui.views.tables import table

SEEN = 64  # numbers of each row that are drawn
_shuffled = view(__file__)


def both_orders(reading: Reading, order: Sequence[int]) -> Tensor:
    """Return the encoder's rows before and after a shuffle that is undone.

    Args:
        reading: of the sentence.
        order: place i of the shuffled sentence takes the token from this place.

    Returns:
        Axes: without positions or with them, before or after, position, d_model.
    """
    moved = tuple(reading.source_ids[place] for place in order)
    without = (*reading.changes, Filled(computed.TAP))
    rows = [
        (passes.memory(reading.source_ids, changes), passes.memory(moved, changes))
        for changes in (without, reading.changes)
    ]
    return torch.stack([torch.stack([old, put_back(new, order)]) for old, new in rows])


def shuffled(reading: Reading, order: Sequence[int], *, key: str) -> None:
    """Draw each token's row before the shuffle above its row after it, and say what differs.

    Args:
        reading: of the sentence.
        order: place i of the shuffled sentence takes the token from this place.
        key: unique on the page.
    """
    rows = both_orders(reading, order)
    differences = (rows[:, 0] - rows[:, 1]).abs().amax(dim=-1)
    st.markdown(remarks.shuffled(differences))
    data = {
        "tokens": labels(reading.source),
        "order": list(order),
        "rows": packed(rows[..., :SEEN]),
        "conditions": ["without positions", "with positions"],
        "orders": ["before", "after"],
        "takes": [
            table("rows", "encoder:conditions shuffle:orders token:tokens component", value="rows"),
            table("differences", "encoder:conditions token:tokens", largest="differences"),
        ],
        "differences": [[remarks.tiny(value) for value in texts] for texts in differences.tolist()],
    }
    _shuffled(key=key, data=data)
