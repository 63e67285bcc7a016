"""Readings in which some changes of the model are taken back, for pages that cannot show them."""

import html
from collections.abc import Callable

import streamlit as st

from model.changes import Change, Row, Tempered, Without
from ui import session
from ui.changes import words
from ui.reading import Reading


def without(reading: Reading, undone: Callable[[Change], bool]) -> Reading:
    """Return the pass of the same tokens with some changes taken back, and say so on the page.

    Args:
        reading: with all changes.
        undone: which of them do not count here.
    """
    gone = [change for change in reading.changes if undone(change)]
    if not gone:
        return reading
    tokenizer = session.load_model()[1]
    names = html.escape("; ".join(words(change, tokenizer) for change in gone))
    st.html(f'<div class="remark">Left out on this page: {names}.</div>')
    kept = tuple(change for change in reading.changes if change not in gone)
    return session.forced(reading.text, reading.language, reading.output_ids, kept)


def inside_attention(change: Change) -> bool:
    """Whether a change acts between the scores of an attention and its weights."""
    return isinstance(change, Row | Tempered) or change == Without("root-d-k")


def of_the_mask(change: Change) -> bool:
    """Whether a change takes the causal mask away."""
    return change == Without("mask")
