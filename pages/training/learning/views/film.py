"""The training film: translations and attention of one sentence, checkpoint by checkpoint."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.training.learning.film import Film
from ui.choices.controls import set_choice
from ui.schemas import INDEX
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import tensor_table

_film = register_view(__file__, schemas={"frame": INDEX, "head": (INDEX, INDEX)})


def show_film(film: Film, *, frame: int, layer: int, head: int, version: str) -> None:
    """Show a sentence's translations over the training; clicks set "frame", "layer" and "head".

    Args:
        film: the frames.
        frame: selected frame, from 0.
        layer: layer of the enlarged map, from 0.
        head: head of the enlarged map, from 0.
        version: changes with sentence and attention type.
    """
    data = {
        "version": version,
        "source": film.source,
        "given": film.reference,
        "spoken": list(film.languages),
        "steps": list(film.steps),
        "texts": list(film.texts),
        "losses": list(film.losses),
        "weights": cache_or_inline(encode_tensor(film.weights)),
        "queries": token_labels_data(film.queries),
        "keys": token_labels_data(film.keys),
        "frame": frame,
        "layer": layer,
        "head": head,
        "takes": [
            tensor_table(
                "attention", "step:steps layer head query:queries key:keys", weight="weights"
            ),
            tensor_table("said", "step:steps", text="texts", loss="losses"),
        ],
    }

    def set_head(layer_and_head: Sequence[int]) -> None:
        """Set "layer" and "head" in the session."""
        st.session_state["layer"], st.session_state["head"] = layer_and_head

    _film(
        key="film", data=data, on_frame_change=partial(set_choice, "frame"), on_head_change=set_head
    )
