"""One head's map before and after, and the weights of one of its rows to be set by hand."""

from collections.abc import Callable, Sequence

import streamlit as st
from torch import Tensor

from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import table

_view = view(__file__)
Pins = tuple[tuple[int, float], ...]


def row_editor(
    maps: dict[str, Tensor],
    queries: Sequence[Token],
    keys: Sequence[Token],
    row: int,
    pins: dict[int, Pins],
    *,
    visible: Tensor,
    on_edit: Callable[[int, Pins], None],
) -> None:
    """Draw the view; it sets "word" in the session.

    Args:
        maps: weights of the head, query x key: "before" any change; "base", with all changes but
            edited rows of this head; "after".
        queries: tokens of the rows.
        keys: tokens of the columns.
        row: the one whose weights are shown, from 0.
        pins: of each edited row, the keys whose weights are set, and the weights.
        visible: query x key; keys that a row may not look at cannot be set.
        on_edit: told a row and its new pins; none takes the row's edit back.
    """

    def choose() -> None:
        if wanted := st.session_state["row_editor"].row:
            st.session_state["word"] = wanted

    def edit() -> None:
        if wanted := st.session_state["row_editor"].edit:
            on_edit(wanted["row"], tuple((key, weight) for key, weight in wanted["pins"]))

    data = {
        "queries": labels(tuple(queries)),
        "keys": labels(tuple(keys)),
        "row": row,
        "pins": {str(place): list(map(list, own)) for place, own in pins.items()},
        "visible": pack(visible),
        **{name: pack(values) for name, values in maps.items()},
        "takes": [table("attention", "query:queries key:keys", **{name: name for name in maps})],
    }
    _view(key="row_editor", data=data, on_row_change=choose, on_edit_change=edit)
