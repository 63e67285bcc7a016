"""Positional encoding as waves, heat map and clocks, for one position that can be moved."""

from collections.abc import Sequence

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from ui.readings.reading import Token
from ui.schemas import INDEX
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import tensor_table

_positions = register_view(__file__, schemas={"pick": (INDEX, INDEX, INDEX)})


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

    data = {
        "table": cache_or_inline(encode_tensor(encoding)),
        "tokens": token_labels_data(tuple(tokens)),
        "ids": list(ids),
        "word": position,
        "pair": pair,
        "d_model": encoding.shape[1],
        "widths": list(widths),
        "takes": [
            tensor_table("encoding", "position component", value="table"),
        ],
    }
    _positions(key="positions", data=data, on_pick_change=pick)
