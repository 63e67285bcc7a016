"""What each layer of the decoder would already say, at every step of the translation."""

from collections.abc import Sequence

import streamlit as st
from jaxtyping import Float, Int
from torch import Tensor

from model.measures import logit_lens
from model.tokenizer import Tokenizer
from ui.forms import PLACE
from ui.messages import _
from ui.readings.reading import Reading
from ui.readings.typed import token_data
from ui.views import labels, view
from ui.views.tables import table

SHOWN = 5
_lens = view(__file__, says={"pick": (PLACE, PLACE)})


def lens(
    logits: Float[Tensor, "layer target vocab"],
    places: Int[Tensor, "layer target"],
    reading: Reading,
    tokenizer: Tokenizer,
    chosen: tuple[int, int],
) -> None:
    """Draw the view; a click on a cell sets "step" and "layer" in the session.

    Args:
        logits: from ``model.measures.logit_lens``, for the steps that say something.
        places: of the tokens that are said, from ``model.measures.logit_lens.token_ranks``.
        reading: whose tokens are read and said at these steps.
        tokenizer: names the tokens.
        chosen: step, and layer without the embedding, both from 0.
    """
    said = reading.output_ids
    ids, probabilities = logit_lens.likeliest_tokens(logits, SHOWN)
    final = logit_lens.pick_tokens(logits.softmax(dim=-1), said)
    names = {i: token_data(tokenizer, i) for i in set(ids.flatten().tolist())}
    data = {
        "read": labels(reading.target[: len(said)]),
        "output": labels(reading.output),
        "said": list(said),
        "names": names,
        "top": ids.tolist(),
        "p": _round(probabilities),
        "final": _round(final),
        "places": places.tolist(),
        "step": chosen[0],
        "layer": chosen[1] + 1,
        "depths": [_("embedding"), *map(str, range(1, len(logits)))],
        "takes": [
            table("top", "layer:depths query:output rank", id="top", token="top>names", p="p"),
            table("said", "layer:depths query:output", p="final", place="places"),
        ],
    }

    def pick(cell: Sequence[int]) -> None:
        st.session_state["step"], layer = cell
        if layer:
            st.session_state["layer"] = layer

    _lens(key="lens", data=data, on_pick_change=pick)


def _round(numbers: Tensor) -> list:
    """Four decimals are more than the view shows."""
    return numbers.double().round(decimals=4).tolist()
