"""What the page lets people choose besides a step: another token, and how one would be drawn."""

import streamlit as st

from model.tokenizer import Tokenizer
from pages.output.next_token.views.next_token import Sampling
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


def sampling_settings() -> Sampling:
    """Return what the three knobs of the view are set to, on this page or on another."""
    return Sampling(
        controls.decimal("temperature", 0.1, 3.0, 1.0),
        controls.number("top_k", 50, default=0, least=0),
        controls.decimal("top_p", 0.05, 1.0, 1.0),
    )
