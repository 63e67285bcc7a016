"""What each layer of the decoder would say if it were the last, at each step of translation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Float, Int
from torch import Tensor

from model.measures import logit_lens
from model.tokenizer import Tokenizer
from ui.messages import _
from ui.readings.reading import Reading
from ui.readings.token_input import token_view_data
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table

SHOWN = 5


@dataclass(frozen=True)
class Name:
    """How a vocabulary token is displayed."""

    text: str
    special: bool
    joined: bool


@dataclass(frozen=True)
class LensData:
    """Logit lens by depth (0 is the embedding) and step: likeliest tokens and the output token.

    Args:
        read: the decoder's input token of each step.
        output: the output token of each step.
        said: the ids of the output tokens.
        names: display of the tokens, by id.
        top: ids of the likeliest tokens.
        p: probabilities of the likeliest tokens.
        final: probability of the output token.
        places: rank of the output token.
        step: the chosen step, from 0.
        layer: the chosen depth.
        depths: the names of the depths.
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
    """Event of the view: step and layer of the cell that was clicked, from 1."""

    pick: tuple[int, int]


_lens = register_view(
    __file__,
    LensData,
    LensEvents,
    tables=[
        tensor_table("top", "layer:depths query:output rank", id="top", token="top>names", p="p"),
        tensor_table("said", "layer:depths query:output", p="final", place="places"),
    ],
)


def show_logit_lens(
    logits: Float[Tensor, "layer target vocab"],
    ranks: Int[Tensor, "layer target"],
    reading: Reading,
    tokenizer: Tokenizer,
    chosen_cell: tuple[int, int],
) -> None:
    """Show the logit lens as a grid; a click on a cell sets "step" and "layer" in the session.

    Args:
        logits: logits at the embedding and after each layer, from ``model.measures.logit_lens``,
            for the steps with an output token.
        ranks: ranks of the output tokens, from ``model.measures.logit_lens.token_ranks``.
        reading: the reading with the input and output tokens of these steps.
        tokenizer: turns ids into readable tokens.
        chosen_cell: (index of the step, index of the layer), both from 0; the embedding is not a
            layer.
    """
    said = reading.output_ids
    ids, probabilities = logit_lens.likeliest_tokens(logits, SHOWN)
    final = logit_lens.gather_tokens(logits.softmax(dim=-1), said)
    names = {i: Name(**token_view_data(tokenizer, i)) for i in set(ids.flatten().tolist())}
    data = LensData(
        read=label_tokens(reading.target[: len(said)]),
        output=label_tokens(reading.output),
        said=said,
        names=names,
        top=ids.tolist(),
        p=_rounded_lists(probabilities),
        final=_rounded_lists(final),
        places=ranks.tolist(),
        step=chosen_cell[0],
        layer=chosen_cell[1] + 1,
        depths=[_("embedding"), *map(str, range(1, len(logits)))],
    )

    def pick(cell: Sequence[int]) -> None:
        """Store step and layer of the clicked cell in the session."""
        st.session_state["step"], st.session_state["layer"] = cell

    _lens(key="lens", data=data, on_pick_change=pick)


def _rounded_lists(numbers: Tensor) -> list:
    """Return a tensor as nested lists of numbers with four decimals; the view shows fewer."""
    return numbers.double().round(decimals=4).tolist()
