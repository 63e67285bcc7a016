"""The training film: translations and attention of one sentence, checkpoint by checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from pages.training.learning.film import Film
from ui.choices.controls import set_choice
from ui.views import Label, label_tokens, register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class FilmData:
    """A ``Film``, and indices of the frame and of the head that are shown large.

    Args:
        version: changes with sentence and attention type.
        source: source sentence.
        given: reference translation.
        spoken: codes of their languages.
        steps: training step of each frame.
        texts: the model's translation at each frame.
        losses: loss of the reference at each frame.
        weights: attention weights.
        queries: query tokens.
        keys: key tokens.
        frame: the selected frame.
        layer: layer of the enlarged map.
        head: head of the enlarged map.
    """

    version: str
    source: str
    given: str
    spoken: tuple[str, str]
    steps: Sequence[int]
    texts: Sequence[str]
    losses: Sequence[float]
    weights: Float[Tensor, "step layer head query key"] | CacheAddress
    queries: Sequence[Label]
    keys: Sequence[Label]
    frame: int
    layer: int
    head: int


@dataclass(frozen=True)
class FilmEvents:
    """Events of the view: number of the selected frame, and of layer and head, all from 1."""

    frame: int
    head: tuple[int, int]


_film = register_view(
    __file__,
    FilmData,
    FilmEvents,
    tables=[
        tensor_table("attention", "step:steps layer head query:queries key:keys", weight="weights"),
        tensor_table("said", "step:steps", text="texts", loss="losses"),
    ],
)


def show_film(film: Film, *, frame: int, layer: int, head: int, version: str) -> None:
    """Show the film of one sentence: its translations and attention over the training.

    Clicks set "frame", "layer" and "head" in the session; these count from 1.

    Args:
        film: the recorded frames.
        frame: selected frame, from 0.
        layer: layer of the enlarged attention map, from 0.
        head: head of the enlarged attention map, from 0.
        version: a text that changes with sentence and attention type; a new text tells the view
            that the film's tensors have changed.
    """
    data = FilmData(
        version=version,
        source=film.source,
        given=film.reference,
        spoken=film.languages,
        steps=film.steps,
        texts=film.texts,
        losses=film.losses,
        weights=cache_or_inline(film.weights),
        queries=label_tokens(film.queries),
        keys=label_tokens(film.keys),
        frame=frame,
        layer=layer,
        head=head,
    )

    def set_head(layer_and_head: Sequence[int]) -> None:
        """Set "layer" and "head" in the session."""
        st.session_state["layer"], st.session_state["head"] = layer_and_head

    _film(
        key="film", data=data, on_frame_change=partial(set_choice, "frame"), on_head_change=set_head
    )
