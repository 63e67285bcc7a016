"""One position in the feed-forward network: in, hidden units, out; and what excites a unit."""

from collections.abc import Sequence

import streamlit as st
from torch import Tensor

from pages.encoder.feed_forward.compute import Excitement
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import table

_feed_forward = view(__file__)


def feed_forward(
    x: Tensor,
    hidden: Tensor,
    output: Tensor,
    tokens: Sequence[Token],
    excited: Excitement,
    sentences: Sequence[Sequence[Token]],
    *,
    word: int,
    unit: int,
    silenced: Sequence[int],
) -> None:
    """Draw the view; it sets "unit" in the session, and follows "word".

    Args:
        x: what the network was given, position by position.
        hidden: its hidden units after the ReLU.
        output: what it returned.
        tokens: the positions.
        excited: which tokens of the sentences excite each unit most.
        sentences: their tokens, positions as in ``excited``.
        word: the chosen position, from 0.
        unit: the chosen unit, from 0; -1 for the strongest of the chosen position.
        silenced: units, from 0, that are zero whatever they read.
    """
    data = {
        "x": pack(x),
        "hidden": pack(hidden),
        "output": pack(output),
        "tokens": labels(tuple(tokens)),
        "values": pack(excited.values),
        "sentences": pack(excited.sentences),
        "positions": pack(excited.positions),
        "texts": [[[t.text, t.joined] for t in sentence] for sentence in sentences],
        "spoken": [sentence[-1].language for sentence in sentences],
        "word": word,
        "unit": unit,
        "silenced": list(silenced),
        "takes": [
            table("hidden", "position:tokens unit", hidden="hidden"),
            table("stream", "position:tokens component", x="x", output="output"),
            table("excited", "rank unit", value="values", sentence="sentences", place="positions"),
        ],
    }

    def pick() -> None:
        if (chosen := st.session_state["feed_forward"].unit) is not None:
            st.session_state["unit"] = chosen

    _feed_forward(key="feed_forward", data=data, on_unit_change=pick)
