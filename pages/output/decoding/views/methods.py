"""What greedy search, beam search and sampling made of the same sentence."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from model.decoding import Candidate
from model.tokenizer import Tokenizer
from pages.output.decoding.views.search_tree import tokens_of
from ui.views import view
from ui.views.tables import records

_methods = view(__file__)


@dataclass(frozen=True)
class Result:
    """One finished search.

    Args:
        method: "beam", "greedy" or "sampling".
        title: its name.
        note: its settings.
        endings: what it found; the best by score is shown, of draws all.
    """

    method: str
    title: str
    note: str
    endings: Sequence[Candidate]


def methods(
    results: Sequence[Result],
    tokenizer: Tokenizer,
    *,
    alpha: float,
    sampling: Mapping[str, float],
    chosen: str,
) -> None:
    """Draw a card for each method; it sets "method" and what ``sampling`` names in the session.

    Args:
        results: of the methods.
        tokenizer: names the tokens.
        alpha: exponent of the length penalty, to begin with.
        sampling: temperature, top_k, top_p and seed.
        chosen: the method whose tree is shown.
    """

    def choose() -> None:
        chosen = st.session_state["methods"].choose or {}
        known = ("method", *sampling)
        st.session_state.update({name: chosen[name] for name in known if name in chosen})

    cards = [
        {
            "method": one.method,
            "title": one.title,
            "note": one.note,
            "endings": [_ending(ending, tokenizer) for ending in one.endings],
        }
        for one in results
    ]
    data = {
        "cards": cards,
        "alpha": alpha,
        "sampling": dict(sampling),
        "chosen": chosen,
        "takes": [records(one.method, f"cards.{i}.endings") for i, one in enumerate(results)],
    }
    _methods(key="methods", data=data, on_choose_change=choose)


def _ending(ending: Candidate, tokenizer: Tokenizer) -> dict[str, object]:
    tokens = tokens_of(tokenizer, ending.tokens)
    return {
        "tokens": [
            token | {"p": math.exp(node.log_probability)}
            for token, node in zip(tokens, ending.path, strict=True)
        ],
        "total": ending.total,
        "length": len(tokens),
        "fate": ending.fate.value,
    }
