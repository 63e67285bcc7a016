"""Scores, masked scores and weights of one head: three linked maps."""

from collections.abc import Mapping, Sequence

import streamlit as st
from torch import Tensor

from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import table

_view = view(__file__)


def mask_maps(
    tensors: Mapping[str, Tensor],
    tokens: Sequence[Token],
    cell: tuple[int, int],
    head: int,
    *,
    sets: tuple[str, str],
    titles: Mapping[str, tuple[str, str]],
    sign: str,
    key: str,
    says: Sequence[Mapping[str, object]] | None = None,
) -> None:
    """Draw the view; a click chooses the cell that is looked at.

    Args:
        tensors: of one self-attention: "scores" and "weights" of all heads; "visible", the mask
            that was used; and "mask", the one that belongs here, whose edge is always drawn.
        tokens: that ask and are read.
        cell: row and column that are looked at, from 0.
        head: the one that is shown, from 0.
        sets: names of the numbers (``controls.number``) that a click sets: row and column.
        titles: words above each map: "scores", "masked", "weights" -> title and subtitle.
        sign: what is done between the first map and the second.
        key: unique on the page.
        says: what each row must predict: text, special, p, and masked (p with the mask, or None).
    """

    def pick() -> None:
        if (chosen := st.session_state[key].pick) is not None:
            st.session_state.update(zip(sets, chosen, strict=True))

    data = {
        **{name: pack(tensors[name]) for name in ("scores", "weights", "visible", "mask")},
        "rows": labels(tuple(tokens)),
        "columns": labels(tuple(tokens)),
        "row": cell[0],
        "column": cell[1],
        "head": head,
        "titles": titles,
        "sign": sign,
        "says": says,
        "takes": [
            table("attention", "head query:rows key:columns", score="scores", weight="weights"),
            table("mask", "query:rows key:columns", visible="visible", belongs="mask"),
        ],
    }
    _view(key=key, data=data, on_pick_change=pick)
