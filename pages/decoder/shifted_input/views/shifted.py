"""The shifted input: what the decoder reads and writes, with the reference and on its own words."""

from collections.abc import Sequence
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
from ui.schemas import INDEX, TEXT
from ui.views import register_view, token_labels_data
from ui.views.export_tables import Table, tensor_table

SHOWN = 4  # tokens that are listed for a step
_shifted = register_view(
    __file__, needs_model=("put",), schemas={"move": INDEX, "put": {"put": TEXT, "put_at": INDEX}}
)


def show_shifted_input(
    reference: TeacherForcedPass,
    free_run: TeacherForcedPass,
    replaced: ReplacedToken | None,
    step: int,
    tokenizer: Tokenizer,
) -> None:
    """Show the decoder's inputs and predictions; clicks set "step", "put", "put_at" in the session.

    Args:
        reference: the teacher-forced reference.
        free_run: the free run.
        replaced: the replaced decoder input token, if any.
        step: the chosen step, from 0.
        tokenizer: turns ids into readable tokens.
    """
    data = {
        "target": token_labels_data(reference.target_tokens),
        "reads": token_labels_data(reference.input_tokens),
        "forced": _prediction_data(reference.logits, reference.ids, tokenizer),
        "own": {
            "reads": token_labels_data(free_run.input_tokens),
            "said": token_labels_data(free_run.target_tokens),
            **_prediction_data(free_run.logits, reference.ids, tokenizer),
        },
        "put": replaced and _replaced_prediction_data(reference, replaced, tokenizer),
        "parts": find_first_difference(reference, free_run),
        "step": step,
        "languages": _list_start_tokens(tokenizer),
        "takes": [
            tensor_table("right", "target:target", p="forced.right"),
            _likeliest_token_table("forced", "target"),
            _likeliest_token_table("own", "own.said"),
        ],
    }

    _shifted(
        key="shifted",
        data=data,
        on_move_change=partial(set_choice, "step"),
        on_put_change=st.session_state.update,
    )


def _list_start_tokens(tokenizer: Tokenizer) -> list[str]:
    """Return the start tokens of all target languages, without duplicates."""
    return tokenizer.pieces(dict.fromkeys(map(tokenizer.start, tokenizer.languages)))


def _prediction_data(
    logits: Float[Tensor, "target vocab"], reference_ids: Sequence[int], tokenizer: Tokenizer
) -> dict[str, list]:
    """Return each step's likeliest tokens, and its reference token's probability, for the view."""
    best = logits.softmax(dim=-1).topk(min(SHOWN, logits.shape[1]))
    named = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return {
        "top": [
            [
                {"id": i, "text": token_label(tokenizer, i), "p": p}
                for i, p in zip(*row, strict=True)
            ]
            for row in named
        ],
        "right": (-surprisal(logits, reference_ids)).exp().tolist(),
        "ids": list(reference_ids),
    }


def _replaced_prediction_data(
    reference: TeacherForcedPass, replaced: ReplacedToken, tokenizer: Tokenizer
) -> dict[str, object]:
    """Return, for the view, the predictions after a token was replaced, and their divergence."""
    predictions = _prediction_data(replaced.logits, reference.ids, tokenizer)
    before = reference.logits.softmax(dim=-1)
    for row, tops in zip(before, predictions["top"], strict=True):
        for top in tops:
            top["before"] = row[top["id"]].item()
    earlier = (replaced.logits - reference.logits)[: replaced.step].abs()
    return {
        "place": replaced.step,
        "token": token_labels_data((replaced.token,))[0],
        "note": replaced.note,
        "moved": kl_divergence(reference.logits, replaced.logits).tolist(),
        "earlier": earlier.max().item() if earlier.numel() else None,
        **predictions,
    }


def _likeliest_token_table(name: str, tokens: str) -> Table:
    """Return the export table of each step's likeliest tokens."""
    top = f"{name}.top"
    return tensor_table(
        name, f"target:{tokens} rank", id=f"{top}#id", token=f"{top}#text", p=f"{top}#p"
    )
