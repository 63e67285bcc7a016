"""The shifted input: what the decoder reads and writes, with the reference and on its own words."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import divergence, surprisal
from model.tokenizer import Tokenizer
from pages.decoder.shifted_input.passes import Forced, PutIn, parting
from ui.choices.controls import choose
from ui.forms import PLACE, TEXT
from ui.readings.typed import name
from ui.views import labels, view
from ui.views.tables import Table, table

SHOWN = 4  # tokens that are listed for a step
_shifted = view(
    __file__, asks=("put",), says={"move": PLACE, "put": {"put": TEXT, "put_at": PLACE}}
)


def shifted(
    true: Forced, own: Forced, other: PutIn | None, step: int, tokenizer: Tokenizer
) -> None:
    """Show the decoder's inputs and predictions; clicks set "step", "put", "put_at" in the session.

    Args:
        true: the teacher-forced reference.
        own: the free run.
        other: the replaced decoder input token, if any.
        step: the chosen step, from 0.
        tokenizer: turns ids into readable tokens.
    """
    data = {
        "target": labels(true.said),
        "reads": labels(true.reads),
        "forced": _predictions(true.logits, true.ids, tokenizer),
        "own": {
            "reads": labels(own.reads),
            "said": labels(own.said),
            **_predictions(own.logits, true.ids, tokenizer),
        },
        "put": other and _other_predictions(true, other, tokenizer),
        "parts": parting(true, own),
        "step": step,
        "languages": _starts(tokenizer),
        "takes": [
            table("right", "target:target", p="forced.right"),
            _likeliest("forced", "target"),
            _likeliest("own", "own.said"),
        ],
    }

    _shifted(
        key="shifted",
        data=data,
        on_move_change=partial(choose, "step"),
        on_put_change=st.session_state.update,
    )


def _starts(tokenizer: Tokenizer) -> list[str]:
    """Return the start tokens of all target languages, without duplicates."""
    return tokenizer.pieces(dict.fromkeys(map(tokenizer.start, tokenizer.languages)))


def _predictions(
    logits: Float[Tensor, "target vocab"], right: Sequence[int], tokenizer: Tokenizer
) -> dict[str, list]:
    """Return each step's likeliest tokens, and its reference token's probability, for the view."""
    best = logits.softmax(dim=-1).topk(min(SHOWN, logits.shape[1]))
    named = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return {
        "top": [
            [{"id": i, "text": name(tokenizer, i), "p": p} for i, p in zip(*row, strict=True)]
            for row in named
        ],
        "right": (-surprisal(logits, right)).exp().tolist(),
        "ids": list(right),
    }


def _other_predictions(true: Forced, other: PutIn, tokenizer: Tokenizer) -> dict[str, object]:
    """Return predictions with the replaced token and their divergence from before, for the view."""
    predictions = _predictions(other.logits, true.ids, tokenizer)
    before = true.logits.softmax(dim=-1)
    for row, tops in zip(before, predictions["top"], strict=True):
        for top in tops:
            top["before"] = row[top["id"]].item()
    earlier = (other.logits - true.logits)[: other.place].abs()
    return {
        "place": other.place,
        "token": labels((other.token,))[0],
        "note": other.note,
        "moved": divergence(true.logits, other.logits).tolist(),
        "earlier": earlier.max().item() if earlier.numel() else None,
        **predictions,
    }


def _likeliest(name: str, tokens: str) -> Table:
    """Return the export table of each step's likeliest tokens."""
    top = f"{name}.top"
    return table(name, f"target:{tokens} rank", id=f"{top}#id", token=f"{top}#text", p=f"{top}#p")
