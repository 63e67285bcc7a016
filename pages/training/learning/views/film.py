"""The training film: translations and attention of one sentence, checkpoint by checkpoint."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.training.learning.film import Film
from ui.choices.controls import choose
from ui.forms import PLACE
from ui.views import labels, pack, view
from ui.views.kept import keep
from ui.views.tables import table

_film = view(__file__, says={"frame": PLACE, "head": (PLACE, PLACE)})


def film(shown: Film, *, frame: int, layer: int, head: int, version: str) -> None:
    """Show the film; clicks store "frame", "layer" and "head" in the session state.

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
        "weights": keep(pack(shown.weights)),
        "queries": labels(shown.queries),
        "keys": labels(shown.keys),
        "frame": frame,
        "layer": layer,
        "head": head,
        "takes": [
            table("attention", "step:steps layer head query:queries key:keys", weight="weights"),
            table("said", "step:steps", text="texts", loss="losses"),
        ],
    }

    def set_head(place: Sequence[int]) -> None:
        st.session_state["layer"], st.session_state["head"] = place

    _film(key="film", data=data, on_frame_change=partial(choose, "frame"), on_head_change=set_head)
