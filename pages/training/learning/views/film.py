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

_film = register_view(__file__, says={"frame": INDEX, "head": (INDEX, INDEX)})


def show_film(shown: Film, *, frame: int, layer: int, head: int, version: str) -> None:
    """Show a sentence's translations over the training; clicks set "frame", "layer" and "head".

    Args:
        shown: the frames.
        frame: selected frame, from 0.
        layer: layer of the enlarged map, from 0.
        head: head of the enlarged map, from 0.
        version: changes with sentence and attention type.
    """
    data = {
        "version": version,
        "source": shown.source,
        "given": shown.given,
        "spoken": list(shown.languages),
        "steps": list(shown.steps),
        "texts": list(shown.texts),
        "losses": list(shown.losses),
        "weights": cache_or_inline(encode_tensor(shown.weights)),
        "queries": token_labels_data(shown.queries),
        "keys": token_labels_data(shown.keys),
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

    def set_head(place: Sequence[int]) -> None:
        """Set "layer" and "head" in the session."""
        st.session_state["layer"], st.session_state["head"] = place

    _film(
        key="film", data=data, on_frame_change=partial(set_choice, "frame"), on_head_change=set_head
    )
