"""Scaled dot-product attention, step by step, for one word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Bool, Float
from torch import Tensor

from model.trace import Trace
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table


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


EXPORT_TABLES = [
    tensor_table("attention", weight="weights"),
    tensor_table("queries", q="q", z="heads"),
    tensor_table("answers", k="k", v="v"),
]
_steps = register_view(__file__, AttentionData, AttentionEvents, tables=EXPORT_TABLES)


@dataclass(frozen=True)
class AttentionSelection:
    """What the views select of an attention: query, key, head, and whether scores are divided.

    Args:
        word: position of the query token.
        key: position of the key token; -1 is the one with the largest weight.
        head: the chosen head, from 0.
        divide: whether scores are divided by the square root of d_k.
    """

    word: int
    key: int
    head: int
    divide: bool


def show_attention_steps(
    attention: Trace, queries: Sequence, keys: Sequence, choice: AttentionSelection, *, key: str
) -> None:
    """Draw one query's attention step by step, a row per key, down to the weighted sum of values.
    A click on a row sets "word" (the query) and "key" in the session.

    Args:
        attention: trace of one attention; all heads are sent, so the browser can switch by itself.
        queries: the query tokens.
        keys: the key tokens.
        choice: query, key and head that are selected, and whether scores are divided by √d_k.
        key: Streamlit key of the view, unique on the page.
    """
    show_attention_view(_steps, attention, (queries, keys), choice, key)


def show_attention_view(
    component: Callable,
    attention: Trace,
    axes: tuple[Sequence, Sequence],
    choice: AttentionSelection,
    key: str,
) -> None:
    """Draw an attention in a registered view; a click sets "word" and "key" in the session.

    Args:
        component: the view, as ``register_view`` returned it.
        attention: trace of one attention, with all its heads.
        axes: (query tokens, key tokens).
        choice: query, key and head that are selected, and whether scores are divided by √d_k.
        key: Streamlit key of the view, unique on the page.
    """

    def select_cell(cell: Sequence[int]) -> None:
        """Set the clicked query and key in the session."""
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
    component(key=key, data=data, on_pick_change=select_cell)
