"""Scores, masked scores and weights of one head: three linked maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st
from jaxtyping import Bool, Float
from torch import Tensor

from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table

MapName = Literal["scores", "masked", "weights"]


@dataclass(frozen=True)
class Prediction:
    """A row's target token, its probability, and its probability with the mask (None if same)."""

    text: str
    special: bool
    p: float
    masked: float | None


@dataclass(frozen=True)
class MaskMapsData:
    """Data of the view: ``mask`` is the correct mask, ``visible`` the one that was used."""

    scores: Float[Tensor, "head query key"]
    weights: Float[Tensor, "head query key"]
    visible: Bool[Tensor, "query key"]
    mask: Bool[Tensor, "query key"]
    queries: Sequence[Label]
    keys: Sequence[Label]
    row: int
    column: int
    head: int
    titles: Mapping[MapName, tuple[str, str]]
    sign: str
    says: Sequence[Prediction] | None = None


@dataclass(frozen=True)
class MaskMapsEvents:
    """Event of the view: row and column of the cell that was clicked, from 1."""

    pick: tuple[int, int]


_view = register_view(
    __file__,
    MaskMapsData,
    MaskMapsEvents,
    tables=[
        tensor_table("attention", score="scores", weight="weights"),
        tensor_table("mask", visible="visible", belongs="mask"),
    ],
)


@dataclass(frozen=True)
class Cell:
    """One cell of the maps of a head.

    Args:
        row: index of the query, from 0.
        column: index of the key, from 0.
        head: the head that is shown, from 0.
        names: names of the numbers (``controls.number``) that a click sets: row and column.
    """

    row: int
    column: int
    head: int
    names: tuple[str, str] = ("row", "column")


def show_mask_maps(
    tensors: Mapping[str, Any],
    tokens: Sequence[Token],
    cell: Cell,
    *,
    words: Mapping[str, Any],
    key: str,
) -> None:
    """Show scores, masked scores and weights of one head as linked maps; a click selects a cell.

    Args:
        tensors: tensors of one self-attention: "scores" and "weights", (head, query, key);
            "visible", (query, key), the mask that was used; and "mask", (query, key), the correct
            mask, whose border is drawn even if it was not used. Both masks are True where a query
            may attend to a key.
        tokens: the tokens, which are both queries and keys.
        cell: the selected cell.
        words: texts from ``remarks.make_map_headings``: "titles" and "sign"; optionally also
            "says", the ``Prediction`` of each query.
        key: Streamlit key, unique on the page.
    """

    def pick(clicked_cell: Sequence[int]) -> None:
        """Store row and column of the clicked cell in the session."""
        st.session_state.update(zip(cell.names, clicked_cell, strict=True))

    named = label_tokens(tokens)
    data = MaskMapsData(
        **tensors, queries=named, keys=named, row=cell.row, column=cell.column, head=cell.head,
        **words,
    )  # fmt: skip
    _view(key=key, data=data, on_pick_change=pick)
