"""The tree of a search: every candidate of every step, and what became of it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import streamlit as st

from model.hypotheses import Fate
from model.tokenizer import Tokenizer
from pages.output.decoding.choices import Method, force_prefix
from pages.output.decoding.compute import Steps
from ui.readings.reading import target_tokens
from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class TreeToken:
    """A token of the vocabulary, labelled without its context."""

    id: int
    text: str
    joined: bool
    special: bool
    known: bool


@dataclass(frozen=True)
class TreeCandidate:
    """A candidate: its number and its parent's, the place of its token, its ln p and its fate."""

    id: int
    parent: int
    token: int
    p: float
    log: float
    total: float
    fate: Fate


@dataclass(frozen=True)
class SearchTreeData:
    """The candidates of each step, best first; see ``show_search_tree``."""

    version: Sequence[str]
    method: Method
    width: int
    forced: int
    step: int
    alpha: float
    pruned: int
    temperature: float
    top_k: int
    top_p: float
    seed: int
    start: TreeToken
    tokens: Sequence[TreeToken]
    steps: Sequence[Sequence[TreeCandidate]]


class SearchChoice(TypedDict, total=False):
    """What is chosen on the page; begin has the ids of a forced prefix."""

    method: Method
    begin: Sequence[int]
    step: int
    alpha: float
    pruned: int
    temperature: float
    top_k: int
    top_p: float
    seed: int


@dataclass(frozen=True)
class SearchEvents:
    """Event of the search tree, and of the cards of methods."""

    choose: SearchChoice


_tree = register_view(
    __file__,
    SearchTreeData,
    SearchEvents,
    tables=[record_table("candidates", "steps", token="tokens")],
    needs_model=("choose.begin",),
)


def show_search_tree(
    steps: Steps,
    tokenizer: Tokenizer,
    start: int,
    search: Mapping[str, Any],
    *,
    state: Mapping[str, Any],
) -> None:
    """Show the tree of a search.

    The visitor's choices in it are stored in the session under the keys of ``state``; only the
    chosen "step" has another key there, "search", since "step" is a step of the translation on
    every page. A click on a path makes it the prefix of all translations.

    Args:
        steps: the candidates of each step, best first.
        tokenizer: the tokenizer, which gives the tokens' texts.
        start: id of the start token.
        search: "method"; "width", the number of hypotheses kept at each step; "forced", the length
            of the forced prefix; and "version", which differs between searches.
        state: initial state of the view, as ``choices.tree_state`` returns it.
    """

    def choose(choice: SearchChoice) -> None:
        """Store the chosen state in the session; a clicked path becomes the forced prefix."""
        names = {"step": "search"}
        st.session_state.update(
            {names.get(name, name): value for name, value in choice.items() if name in state}
        )
        if "begin" in choice:  # all its steps are shown, whichever was chosen before
            force_prefix(tokenizer, choice["begin"])

    ids = sorted({candidate.token for step in steps for candidate in step})
    data = SearchTreeData(
        **search,
        **state,
        start=replace(label_ids(tokenizer, [start])[0], special=True, joined=False),
        tokens=label_ids(tokenizer, ids),
        steps=_number_candidates(steps, ids),
    )
    _tree(key="tree", data=data, on_choose_change=choose)


def _number_candidates(steps: Steps, ids: Sequence[int]) -> list[list[TreeCandidate]]:
    """Return beam search candidates as numbered tree nodes for the view; the root is number -1.

    Args:
        steps: the candidates of each step.
        ids: ids of their tokens, which are named by their places here.
    """
    number = {one: place for place, one in enumerate(one for step in steps for one in step)}
    places = {token: place for place, token in enumerate(ids)}
    return [
        [
            TreeCandidate(
                id=number[one],
                parent=number.get(one.parent, -1) if one.parent else -1,
                token=places[one.token],
                p=math.exp(one.log_probability),
                log=one.log_probability,
                total=one.total,
                fate=one.fate,
            )
            for one in step
        ]
        for step in steps
    ]


def label_ids(tokenizer: Tokenizer, ids: Sequence[int]) -> list[TreeToken]:
    """Return token ids as records for a view, each with its text.

    ``joined`` tells whether a token continues the word before it inside a text, even if the token
    begins the text here.

    Args:
        tokenizer: the tokenizer, which gives the texts.
        ids: the token ids.
    """
    # The first token of a text never continues a word, so each is preceded by itself.
    named = [target_tokens(tokenizer, [one, one])[1] for one in ids]
    return [
        TreeToken(one, token.text, token.joined, token.special, token.known)
        for one, token in zip(ids, named, strict=True)
    ]
