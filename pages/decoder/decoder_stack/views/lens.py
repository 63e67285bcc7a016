"""What each layer of the decoder would already say, at every step of the translation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Float, Int
from torch import Tensor

from model.measures import logit_lens
from model.tokenizer import Tokenizer
from ui.messages import _
from ui.readings.reading import Reading
from ui.readings.typed import token_data
from ui.views import Label, label_tokens, view
from ui.views.tables import table

SHOWN = 5


@dataclass(frozen=True)
class Name:
    """How a token of the vocabulary is written."""

    text: str
    special: bool
    joined: bool


@dataclass(frozen=True)
class LensData:
    """By depth (0 is the embedding) and step: the likeliest tokens, and the one that is said.

    Args:
        read: what each step reads.
        output: what the translation says there.
        said: its ids.
        names: of the tokens, by their ids.
        top: ids of the likeliest tokens.
        p: their probabilities.
        final: the probability of the token that is said in the end.
        places: its rank.
        step: the chosen one, from 0.
        layer: the chosen depth.
        depths: their names.
    """

    read: Sequence[Label]
    output: Sequence[Label]
    said: Sequence[int]
    names: Mapping[int, Name]
    top: Sequence[Sequence[Sequence[int]]]
    p: Sequence[Sequence[Sequence[float]]]
    final: Sequence[Sequence[float]]
    places: Sequence[Sequence[int]]
    step: int
    layer: int
    depths: Sequence[str]


@dataclass(frozen=True)
class LensEvents:
    """What is told: the number of the step, from 1, and the depth of the cell that was chosen."""

    pick: tuple[int, int]


_lens = view(
    __file__,
    LensData,
    LensEvents,
    takes=[
        table("top", "layer:depths query:output rank", id="top", token="top>names", p="p"),
        table("said", "layer:depths query:output", p="final", place="places"),
    ],
)


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
    names = {i: Name(**token_data(tokenizer, i)) for i in set(ids.flatten().tolist())}
    data = LensData(
        read=label_tokens(reading.target[: len(said)]),
        output=label_tokens(reading.output),
        said=said,
        names=names,
        top=ids.tolist(),
        p=_round(probabilities),
        final=_round(final),
        places=places.tolist(),
        step=chosen[0],
        layer=chosen[1] + 1,
        depths=[_("embedding"), *map(str, range(1, len(logits)))],
    )

    def pick(cell: Sequence[int]) -> None:
        st.session_state["step"], layer = cell
        if layer:
            st.session_state["layer"] = layer

    _lens(key="lens", data=data, on_pick_change=pick)


def _round(numbers: Tensor) -> list:
    """Four decimals are more than the view shows."""
    return numbers.double().round(decimals=4).tolist()
