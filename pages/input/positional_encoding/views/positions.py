"""Positional encoding as waves, heat map and clocks, for one position that can be moved."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class PositionsData:
    """A positional encoding, and what is selected in it.

    Args:
        table: a row for each position.
        tokens: tokens of the sentence, at the first positions.
        ids: their ids.
        word: the selected position, from 0.
        pair: the selected pair of sine and cosine, from 0.
        d_model: width of the encoding.
        widths: values of d_model that can be chosen.
    """

    table: Float[Tensor, "position component"] | CacheAddress
    tokens: Sequence[Label]
    ids: Sequence[int]
    word: int
    pair: int
    d_model: int
    widths: Sequence[int]


@dataclass(frozen=True)
class PositionsEvents:
    """Event of the view: numbers of position and pair, from 1, and the width."""

    pick: tuple[int, int, int]


_positions = register_view(
    __file__,
    PositionsData,
    PositionsEvents,
    tables=[tensor_table("encoding", "position component", value="table")],
)


def show_positions(
    encoding: Float[Tensor, "position d_model"],
    tokens: Sequence[Token],
    ids: Sequence[int],
    position: int,
    pair: int,
    widths: Sequence[int],
) -> None:
    """Show a positional encoding as waves, heatmap and clocks.

    The visitor's choices set "word" (the position), "pair" and "d_model" in the session.

    Args:
        encoding: a row for each position.
        tokens: tokens of the sentence, at the first positions.
        ids: their ids; a second hand shows where else the token of the selected position is.
        position: the selected position, from 0.
        pair: the selected pair of sine and cosine, from 0.
        widths: values of d_model that can be chosen.
    """

    def pick(choice: Sequence[int]) -> None:
        """Store the chosen position, pair and width in the session."""
        st.session_state.update(zip(("word", "pair", "d_model"), choice, strict=True))

    data = PositionsData(
        table=cache_or_inline(encoding),
        tokens=label_tokens(tuple(tokens)),
        ids=ids,
        word=position,
        pair=pair,
        d_model=encoding.shape[1],
        widths=widths,
    )
    _positions(key="positions", data=data, on_pick_change=pick)
