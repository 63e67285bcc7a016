"""Scaled dot-product attention, step by step, for one word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from model.trace import Trace
from ui.forms import PLACE
from ui.views import labels, pack, view
from ui.views.tables import table

_steps = view(__file__, says={"pick": (PLACE, PLACE)})


@dataclass(frozen=True)
class Choice:
    """What the views show of an attention.

    Args:
        word: place of the token that asks.
        key: place of the token that is asked; -1 is the one with the largest weight.
        head: counted from 0.
        divide: whether scores are divided by the square root of d_k.
    """

    word: int
    key: int
    head: int
    divide: bool


def attention_steps(
    attention: Trace, queries: Sequence, keys: Sequence, choice: Choice, *, key: str
) -> None:
    """Draw one row for each key: from the query to the weighted sum of the values.

    Args:
        attention: of one layer; all its heads are sent, so that switching needs no answer.
        queries: the tokens that ask.
        keys: the tokens that are asked.
        choice: what is shown at first; a click sets the numbers "word" and "key".
        key: unique on the page.
    """
    draw(_steps, attention, (queries, keys), choice, key)


def draw(
    component: Callable,
    attention: Trace,
    axes: tuple[Sequence, Sequence],
    choice: Choice,
    key: str,
) -> None:
    def pick(cell: Sequence[int]) -> None:
        st.session_state["word"], st.session_state["key"] = cell

    heads = attention["heads"][0]
    tensors = {name: pack(attention[name][0]) for name in ("q", "k", "v", "weights", "heads")}
    data = {
        **tensors,
        "visible": pack(attention["visible"][0, 0]),
        "silenced": (heads == 0).flatten(1).all(dim=1).tolist(),
        "queries": labels(axes[0]),
        "keys": labels(axes[1]),
        **vars(choice),
        "takes": [
            table("attention", "head query:queries key:keys", weight="weights"),
            table("queries", "head query:queries component", q="q", z="heads"),
            table("answers", "head key:keys component", k="k", v="v"),
        ],
    }
    component(key=key, data=data, on_pick_change=pick)
