"""Scores, masked scores and weights of one head: three linked maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from torch import Tensor

from ui.forms import PLACE
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import table

_view = view(__file__, says={"pick": (PLACE, PLACE)})


@dataclass(frozen=True)
class Cell:
    """One cell of the maps of a head.

    Args:
        row: counted from 0, and so are the others.
        column: of the key.
        head: the one that is shown.
        names: of the numbers (``controls.number``) that a click sets: row and column.
    """

    row: int
    column: int
    head: int
    names: tuple[str, str] = ("row", "column")


def mask_maps(
    tensors: Mapping[str, Tensor],
    tokens: Sequence[Token],
    cell: Cell,
    *,
    words: Mapping[str, object],
    key: str,
) -> None:
    """Draw the view; a click chooses the cell that is looked at.

    Args:
        tensors: of one self-attention: "scores" and "weights" of all heads; "visible", the mask
            that was used; and "mask", the one that belongs here, whose edge is always drawn.
        tokens: that ask and are read.
        cell: what is looked at.
        words: "titles", which stand above the maps: "scores", "masked", "weights" -> title and
            subtitle; "sign", what is done between the first map and the second; and perhaps
            "says", what each row must predict: text, special, p, and masked (p with the mask, or
            None).
        key: unique on the page.
    """

    def pick(chosen: Sequence[int]) -> None:
        st.session_state.update(zip(cell.names, chosen, strict=True))

    data = {
        **{name: pack(tensors[name]) for name in ("scores", "weights", "visible", "mask")},
        "rows": labels(tuple(tokens)),
        "columns": labels(tuple(tokens)),
        "row": cell.row,
        "column": cell.column,
        "head": cell.head,
        "says": None,
        **words,
        "takes": [
            table("attention", "head query:rows key:columns", score="scores", weight="weights"),
            table("mask", "query:rows key:columns", visible="visible", belongs="mask"),
        ],
    }
    _view(key=key, data=data, on_pick_change=pick)
