"""Scores, masked scores and weights of one head: three linked maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st
from jaxtyping import Bool, Float
from torch import Tensor

from ui.readings.reading import Token
from ui.views import Label, label_tokens, view
from ui.views.tables import table

MapName = Literal["scores", "masked", "weights"]


@dataclass(frozen=True)
class Prediction:
    """What a row is there to predict, how probable it finds it, and how probable with the mask."""

    text: str
    special: bool
    p: float
    masked: float | None


@dataclass(frozen=True)
class MaskMapsData:
    """One self-attention: mask is what belongs, visible what is seen now."""

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
    """What is told: row and column of the cell that was chosen, from 1."""

    pick: tuple[int, int]


_view = view(
    __file__,
    MaskMapsData,
    MaskMapsEvents,
    takes=[
        table("attention", score="scores", weight="weights"),
        table("mask", visible="visible", belongs="mask"),
    ],
)


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
    tensors: Mapping[str, Any],
    tokens: Sequence[Token],
    cell: Cell,
    *,
    words: Mapping[str, Any],
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

    named = label_tokens(tokens)
    data = MaskMapsData(
        **tensors, queries=named, keys=named, row=cell.row, column=cell.column, head=cell.head,
        **words,
    )  # fmt: skip
    _view(key=key, data=data, on_pick_change=pick)
