"""The shifted input: what the decoder reads and writes, given the reference or its own words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import kl_divergence, surprisal
from model.tokenizer import Tokenizer
from pages.decoder.shifted_input.passes import (
    ReplacedToken,
    TeacherForcedPass,
    find_first_difference,
)
from ui.choices.controls import set_choice
from ui.readings.token_input import token_label
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import Table, tensor_table

SHOWN = 4  # tokens that are listed for a step


@dataclass(frozen=True)
class Top:
    """A likely token, and its probability now and before another token was put in."""

    id: int
    text: str
    p: float
    before: float | None = None


@dataclass(frozen=True)
class Predictions:
    """By step: the likeliest tokens, the reference token's probability, and its id."""

    top: Sequence[Sequence[Top]]
    right: Sequence[float]
    ids: Sequence[int]


@dataclass(frozen=True)
class FreeRun:
    """What the model reads and predicts on its own words."""

    reads: Sequence[Label]
    said: Sequence[Label]
    top: Sequence[Sequence[Top]]
    right: Sequence[float]
    ids: Sequence[int]


@dataclass(frozen=True)
class Replaced:
    """What another token at a place changes.

    Args:
        moved: by step, how far the predictions moved, in bits.
        earlier: the largest change of a logit before the place; None where nothing stands there.
    """

    place: int
    token: Label
    note: str
    moved: Sequence[float]
    earlier: float | None
    top: Sequence[Sequence[Top]]
    right: Sequence[float]
    ids: Sequence[int]


@dataclass(frozen=True)
class ShiftedData:
    """The reference and the predictions of all passes.

    The two runs part at a step, or never; with a token put in, both read it.
    """

    target: Sequence[Label]
    reads: Sequence[Label]
    forced: Predictions
    own: FreeRun
    put: Replaced | None
    parts: int | None
    step: int
    languages: Sequence[str]


@dataclass(frozen=True)
class PutToken:
    """A token to put in, and the step that reads it, from 1; "" and 0 for none."""

    put: str
    put_at: int


@dataclass(frozen=True)
class ShiftedEvents:
    """Events of the view: number of the chosen step, and a token to put in."""

    move: int
    put: PutToken


def _likeliest_token_table(name: str, tokens: str) -> Table:
    """Return the export table of each step's likeliest tokens."""
    top = f"{name}.top"
    return tensor_table(
        name, f"target:{tokens} rank", id=f"{top}#id", token=f"{top}#text", p=f"{top}#p"
    )


_shifted = register_view(
    __file__,
    ShiftedData,
    ShiftedEvents,
    tables=[
        tensor_table("right", "target:target", p="forced.right"),
        _likeliest_token_table("forced", "target"),
        _likeliest_token_table("own", "own.said"),
    ],
    needs_model=("put",),
)


def show_shifted_input(
    reference: TeacherForcedPass,
    free_run: TeacherForcedPass,
    replaced_token: ReplacedToken | None,
    step: int,
    tokenizer: Tokenizer,
) -> None:
    """Show what the decoder reads and predicts at each step.

    Clicks set "step", the chosen step from 1, or "put" and "put_at": a token to put into the
    decoder's input, and the step that reads it, from 1.

    Args:
        reference: the pass in which the decoder reads the reference.
        free_run: the pass in which it reads its own words: from the replaced token on, if any.
        replaced_token: the decoder input token that the visitor replaced, if any.
        step: the chosen step, from 0.
        tokenizer: turns ids into readable tokens.
    """
    data = ShiftedData(
        target=label_tokens(reference.target_tokens),
        reads=label_tokens(reference.input_tokens),
        forced=_predictions(reference.logits, reference.ids, tokenizer),
        own=FreeRun(
            label_tokens(free_run.input_tokens),
            label_tokens(free_run.target_tokens),
            **vars(_predictions(free_run.logits, reference.ids, tokenizer)),
        ),
        put=None
        if replaced_token is None
        else _replaced_predictions(reference, replaced_token, tokenizer),
        parts=None if replaced_token else find_first_difference(reference, free_run),
        step=step,
        languages=_list_start_tokens(tokenizer),
    )

    _shifted(
        key="shifted",
        data=data,
        on_move_change=partial(set_choice, "step"),
        on_put_change=st.session_state.update,
    )


def _list_start_tokens(tokenizer: Tokenizer) -> list[str]:
    """Return the start tokens of all target languages, without duplicates."""
    return tokenizer.pieces(dict.fromkeys(map(tokenizer.start, tokenizer.languages)))


def _predictions(
    logits: Float[Tensor, "target vocab"],
    reference_ids: Sequence[int],
    tokenizer: Tokenizer,
    probabilities_before: Float[Tensor, "target vocab"] | None = None,
) -> Predictions:
    """Return each step's likeliest tokens, and its reference token's probability, for the view.

    Args:
        logits: logits of the pass.
        reference_ids: ids of the reference.
        tokenizer: turns ids into readable tokens.
        probabilities_before: the probabilities before a token was replaced, if one was.
    """
    best = logits.softmax(dim=-1).topk(min(SHOWN, logits.shape[1]))
    top = [
        [
            Top(
                i,
                token_label(tokenizer, i),
                p,
                None if probabilities_before is None else probabilities_before[step, i].item(),
            )
            for i, p in zip(ids, probabilities, strict=True)
        ]
        for step, (ids, probabilities) in enumerate(
            zip(best.indices.tolist(), best.values.tolist(), strict=True)
        )
    ]
    probabilities = (-surprisal(logits, reference_ids)).exp().tolist()
    return Predictions(top, probabilities, list(reference_ids))


def _replaced_predictions(
    reference: TeacherForcedPass, replaced_token: ReplacedToken, tokenizer: Tokenizer
) -> Replaced:
    """Return, for the view, the predictions after a token was replaced, and their divergence."""
    earlier = (replaced_token.logits - reference.logits)[: replaced_token.step].abs()
    before = reference.logits.softmax(dim=-1)
    return Replaced(
        place=replaced_token.step,
        token=label_tokens((replaced_token.token,))[0],
        note=replaced_token.note,
        moved=kl_divergence(reference.logits, replaced_token.logits).tolist(),
        earlier=earlier.max().item() if earlier.numel() else None,
        **vars(_predictions(replaced_token.logits, reference.ids, tokenizer, before)),
    )
