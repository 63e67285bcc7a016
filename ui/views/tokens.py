"""A row of tokens with one chosen."""

from collections.abc import Sequence

import streamlit as st

from ui.forms import PLACE
from ui.views import labels, view

_tokens = view(__file__, picture=False, says={"pick": PLACE})


def token_picker(tokens: Sequence, chosen: int, *, key: str, label: str) -> None:
    """Draw the tokens; a click sets the number ``key`` (see ``ui.choices.controls.number``).

    Args:
        tokens: of one sentence.
        chosen: place of the chosen one, from 0.
        key: of the number that remembers the choice.
        label: what stands before the tokens.
    """
    own = f"{key}_picker"

    def pick(place: int) -> None:
        st.session_state[key] = place

    data = {"key": key, "label": label, "tokens": labels(tokens), "chosen": chosen}
    _tokens(key=own, data=data, on_pick_change=pick)
