"""Scaled dot-product attention, step by step, for one word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Bool, Float
from torch import Tensor

from model.trace import Trace
from ui.views import Label, label_tokens, view
from ui.views.tables import table


@dataclass(frozen=True)
class AttentionData:
    """An attention with all its heads; key -1 is the one with the largest weight."""

    q: Float[Tensor, "head query component"]
    k: Float[Tensor, "head key component"]
    v: Float[Tensor, "head key component"]
    weights: Float[Tensor, "head query key"]
    heads: Float[Tensor, "head query component"]
    visible: Bool[Tensor, "query key"]
    silenced: Sequence[bool]
    queries: Sequence[Label]
    keys: Sequence[Label]
    word: int
    key: int
    head: int
    divide: bool


@dataclass(frozen=True)
class AttentionEvents:
    """What is told: the numbers of query and key, from 1; key 0 is the strongest."""

    pick: tuple[int, int]


TAKES = [
    table("attention", weight="weights"),
    table("queries", q="q", z="heads"),
    table("answers", k="k", v="v"),
]
_steps = view(__file__, AttentionData, AttentionEvents, takes=TAKES)


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
    data = AttentionData(
        q=attention["q"][0],
        k=attention["k"][0],
        v=attention["v"][0],
        weights=attention["weights"][0],
        heads=heads,
        visible=attention["visible"][0, 0],
        silenced=(heads == 0).flatten(1).all(dim=1).tolist(),
        queries=label_tokens(axes[0]),
        keys=label_tokens(axes[1]),
        word=choice.word,
        key=choice.key,
        head=choice.head,
        divide=choice.divide,
    )
    component(key=key, data=data, on_pick_change=pick)
