"""What each layer of the decoder would already say, at every step of the translation."""

from collections.abc import Sequence

import streamlit as st
from jaxtyping import Float, Int
from torch import Tensor

from model.measures import lens as model_lens
from model.tokenizer import Tokenizer
from ui.readings.typed import entry
from ui.views import labels, view
from ui.views.tables import table

SHOWN = 5
_lens = view(__file__)


def lens(
    logits: Float[Tensor, "layer target vocab"],
    places: Int[Tensor, "layer target"],
    said: Sequence[int],
    tokenizer: Tokenizer,
    *,
    read: tuple,
    output: tuple,
    step: int,
    layer: int,
) -> None:
    """Draw the view; a click on a cell sets "step" and "layer" in the session.

    Args:
        logits: from ``model.measures.lens``, for the steps that say something.
        places: of the tokens that are said, from ``model.measures.lens.ranks``.
        said: ids of the tokens that are said.
        tokenizer: names the tokens.
        read: tokens that the decoder was given at these steps.
        output: tokens that it said.
        step: the chosen one, from 0.
        layer: the chosen one, from 0, without the embedding.
    """
    ids, probabilities = model_lens.likeliest(logits, SHOWN)
    final = model_lens.of(logits.softmax(dim=-1), said)
    names = {i: entry(tokenizer, i) for i in set(ids.flatten().tolist())}
    data = {
        "read": labels(read),
        "output": labels(output),
        "said": list(said),
        "names": names,
        "top": ids.tolist(),
        "p": _round(probabilities),
        "final": _round(final),
        "places": places.tolist(),
        "step": step,
        "layer": layer + 1,
        "depths": ["embedding", *map(str, range(1, len(logits)))],
        "takes": [
            table("top", "layer:depths query:output rank", id="top", token="top>names", p="p"),
            table("said", "layer:depths query:output", p="final", place="places"),
        ],
    }

    def pick() -> None:
        if (chosen := st.session_state["lens"].pick) is not None:
            st.session_state["step"] = chosen[0]
            if chosen[1]:
                st.session_state["layer"] = chosen[1]

    _lens(key="lens", data=data, on_pick_change=pick)


def _round(numbers: Tensor) -> list:
    """Four decimals are more than the view shows."""
    return numbers.double().round(decimals=4).tolist()
