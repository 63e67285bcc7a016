"""From the decoder's vector to the next token: dot products, softmax, and what sampling changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.decoding import Sampling
from model.tokenizer import Tokenizer
from ui.choices.controls import set_choice
from ui.readings.token_input import token_view_data
from ui.views import register_view
from ui.views.export_tables import record_table, tensor_table

SHOWN = 12  # likeliest tokens that are listed


@dataclass(frozen=True)
class Candidate:
    """A token that may come next; rank is its position among all tokens by logit."""

    text: str
    special: bool
    joined: bool
    id: int
    rank: int
    said: bool
    typed: bool


@dataclass(frozen=True)
class NextTokenData:
    """Data of one step: sorted logits, and the candidates' rows of E."""

    version: Sequence[str]
    x: Float[Tensor, " component"]
    rows: Float[Tensor, "candidate component"]
    logits: Float[Tensor, " rank"]
    candidates: Sequence[Candidate]
    chosen: int
    sampling: Sampling


@dataclass(frozen=True)
class NextTokenEvents:
    """Events of the view: id of the clicked candidate, and the sampling settings."""

    pick: int
    sampling: Sampling


_next_token = register_view(
    __file__,
    NextTokenData,
    NextTokenEvents,
    tables=[
        record_table("candidates"),
        tensor_table("rows", row="rows"),
        tensor_table("logits", logit="logits"),
        tensor_table("x", x="x"),
    ],
)


@dataclass(frozen=True)
class ShownStep:
    """One decoding step as it is shown.

    Args:
        x: the decoder's output vector.
        logits: logits of all tokens, as the pass computed them.
        said: id of the translation's token.
        typed: id of a typed token to list too, or None.
        version: changes when another step or sentence is shown.
    """

    x: Float[Tensor, " d_model"]
    logits: Float[Tensor, " vocab"]
    said: int
    typed: int | None
    version: Sequence


def show_next_token(
    shown_step: ShownStep,
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    chosen_candidate: int,
    sampling: Sampling,
) -> None:
    """Show how a step's logits become the next token.

    Clicks set "candidate" (id of the clicked token) and the sampling settings in the session.

    Args:
        shown_step: the decoder's output, the logits and the tokens of the step.
        E: the embedding matrix, whose rows the decoder's output is multiplied with.
        tokenizer: the tokenizer, which gives the tokens' texts.
        chosen_candidate: the token whose dot product is drawn, as its index in ``list_candidates``.
        sampling: the sampling settings applied to the distribution.
    """
    ranked = shown_step.logits.sort(descending=True)
    ids = list_candidates(shown_step.logits, shown_step.said, shown_step.typed)
    places = {int(i): rank for rank, i in enumerate(ranked.indices.tolist())}
    data = NextTokenData(
        version=list(map(str, shown_step.version)),
        x=shown_step.x,
        rows=E[ids],
        logits=ranked.values,
        candidates=[
            Candidate(
                **token_view_data(tokenizer, i),
                id=i,
                rank=places[i],
                said=i == shown_step.said,
                typed=i == shown_step.typed,
            )
            for i in ids
        ],
        chosen=chosen_candidate,
        sampling=sampling,
    )

    _next_token(
        key="next_token",
        data=data,
        on_pick_change=partial(set_choice, "candidate"),
        on_sampling_change=st.session_state.update,
    )


def list_candidates(
    logits: Float[Tensor, " vocab"], output_id: int, typed_id: int | None
) -> list[int]:
    """Return the ids of the tokens that the view lists: the ``SHOWN`` likeliest, then the
    translation's token and the typed one if they are not among these.

    Args:
        logits: the logits of the step.
        output_id: id of the translation's token.
        typed_id: id of a token that the visitor typed; None if there is none.
    """
    top = logits.topk(min(SHOWN, len(logits))).indices.tolist()
    return list(dict.fromkeys([*top, output_id, *([] if typed_id is None else [typed_id])]))
