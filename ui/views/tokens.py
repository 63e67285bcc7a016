"""A row of tokens with one chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from ui.views import Label, label_tokens, register_view


@dataclass(frozen=True)
class TokensData:
    """The tokens, and the place of the chosen one; key says what is chosen."""

    key: str
    label: str
    tokens: Sequence[Label]
    chosen: int


@dataclass(frozen=True)
class TokensEvents:
    """What is told: the number of the chosen token, from 1."""

    pick: int


_tokens = register_view(__file__, TokensData, TokensEvents, picture=False)


def show_token_picker(tokens: Sequence, chosen_token: int, *, key: str, label: str) -> None:
    """Draw a row of tokens, of which a click chooses one.

    Args:
        tokens: the tokens of one sentence.
        chosen_token: index of the token that is chosen now, from 0.
        key: session key; a click stores the clicked token's number there, from 1.
        label: text before the tokens.
    """
    own = f"{key}_picker"

    def select_token(token_number: int) -> None:
        """Store the clicked token's number in the session."""
        st.session_state[key] = token_number

    data = TokensData(key, label, label_tokens(tokens), chosen_token)
    _tokens(key=own, data=data, on_pick_change=select_token)
