"""The film of the training: what the model said of a sentence, and its attention, at some steps."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from ui.readings.reading import Token
from ui.views import labels, packed, view

_film = view(__file__)


@dataclass(frozen=True)
class Film:
    """One sentence at successive steps of training.

    Args:
        source: what is translated.
        given: the translation whose loss and attention are shown.
        steps: of the frames.
        texts: what the model said at each.
        losses: of the given translation, in nats per token.
        weights: attention of all layers and heads while the given translation is read.
        queries: tokens that ask.
        keys: tokens that are read.
    """

    source: str
    given: str
    steps: Sequence[int]
    texts: Sequence[str]
    losses: Sequence[float]
    weights: Float[Tensor, "frame layer head query key"]
    queries: tuple[Token, ...]
    keys: tuple[Token, ...]


def film(shown: Film, *, frame: int, layer: int, head: int, version: str) -> None:
    """Draw the view; it sets "frame", "layer" and "head" in the session.

    Args:
        shown: the frames.
        frame: the chosen one, from 0.
        layer: whose map is large, from 0.
        head: likewise.
        version: changes with sentence or attention.
    """
    data = {
        "version": version,
        "source": shown.source,
        "given": shown.given,
        "steps": list(shown.steps),
        "texts": list(shown.texts),
        "losses": list(shown.losses),
        "weights": packed(shown.weights),
        "queries": labels(shown.queries),
        "keys": labels(shown.keys),
        "frame": frame,
        "layer": layer,
        "head": head,
    }

    def set_frame() -> None:
        if (chosen := st.session_state["film"].frame) is not None:
            st.session_state["frame"] = chosen

    def set_head() -> None:
        if (chosen := st.session_state["film"].head) is not None:
            st.session_state["layer"], st.session_state["head"] = chosen

    _film(key="film", data=data, on_frame_change=set_frame, on_head_change=set_head)
