"""What the page lets people choose besides a step: another token, and how one would be drawn."""

import streamlit as st

from model.tokenizer import Tokenizer
from ui.choices import controls
from ui.readings.typed import typed_token


def asked_token(tokenizer: Tokenizer) -> tuple[int | None, str]:
    """Let the person name any token to compare; return its id, and what should be known of it."""
    typed = controls.text(
        "token",
        "Any token",
        placeholder="compare any word",
        width=180,
        label_visibility="collapsed",
        on_change=lambda: st.session_state.update(candidate=0),
    )
    return typed_token(tokenizer, typed)
