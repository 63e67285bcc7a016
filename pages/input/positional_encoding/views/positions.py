"""Positional encoding as waves, heat map and clocks, for one position that can be moved."""

from collections.abc import Sequence

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from ui.forms import PLACE
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.kept import keep
from ui.views.tables import table

_positions = view(__file__, says={"pick": (PLACE, PLACE, PLACE)})


def positions(
    encoding: Float[Tensor, "position d_model"],
    tokens: Sequence[Token],
    place: int,
    pair: int,
    widths: Sequence[int],
) -> None:
    """Show an encoding; sliders and pointer set the numbers "word", "pair" and "d_model".

    Args:
        encoding: a row for each position.
        tokens: tokens of the sentence, at the first positions.
        place: the selected position, from 0.
        pair: the selected pair of sine and cosine, from 0.
        widths: the values of d_model to choose from.
    """

    def pick(choice: Sequence[int]) -> None:
        """Store the chosen position, pair and width in the session."""
        st.session_state.update(zip(("word", "pair", "d_model"), choice, strict=True))

    data = {
        "table": keep(pack(encoding)),
        "tokens": labels(tuple(tokens)),
        "word": place,
        "pair": pair,
        "d_model": encoding.shape[1],
        "widths": list(widths),
        "takes": [
            table("encoding", "position component", value="table"),
        ],
    }
    _positions(key="positions", data=data, on_pick_change=pick)
