"""The tree of a search: every candidate of every step, and what became of it."""

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from model.tokenizer import Tokenizer
from pages.output.decoding.choices import force_prefix
from pages.output.decoding.compute import Steps
from ui.readings.reading import target_tokens
from ui.schemas import INDEX, NUMBER
from ui.views import register_view, token_labels_data
from ui.views.export_tables import record_table

SLIDERS = {"temperature?": NUMBER, "top_k?": INDEX, "top_p?": NUMBER, "seed?": INDEX}
EVENTS = {"begin?": [INDEX], "step?": INDEX, "alpha?": NUMBER, "pruned?": INDEX, **SLIDERS}
_tree = register_view(__file__, asks=("choose.begin",), says={"choose": EVENTS})


def show_search_tree(
    steps: Steps,
    tokenizer: Tokenizer,
    start: int,
    search: Mapping[str, object],
    *,
    state: Mapping[str, object],
) -> None:
    """Show the beam search tree; it sets the values named in ``state`` in the session.

    Args:
        steps: the candidates of each step, best first.
        tokenizer: turns ids into readable tokens.
        start: id of the start token.
        search: "method", which is "beam", "greedy" or "sampling"; "width", the number of hypotheses
            kept at each step; "forced", the length of the forced prefix; and "version", which
            changes whenever another search is shown.
        state: the initial state: step (0 for the whole search), alpha, pruned, temperature, top_k,
            top_p, seed.
    """

    def choose(chosen: Mapping) -> None:
        """Store the chosen state in the session; a clicked path becomes the forced prefix."""
        if "begin" in chosen:
            force_prefix(tokenizer, chosen["begin"])
        names = {"step": "search"}  # "step" is a step of the translation, on every page
        st.session_state.update(
            {names.get(name, name): value for name, value in chosen.items() if name in state}
        )

    data = {
        **search,
        **state,
        **tree_data(steps, tokenizer, start),
        "takes": [record_table("candidates", "steps", token="tokens")],
    }
    _tree(key="tree", data=data, on_choose_change=choose)


def tree_data(steps: Steps, tokenizer: Tokenizer, start: int) -> dict[str, object]:
    """Return beam search candidates as numbered tree nodes for the view; the root is number -1."""
    flat = [candidate for step in steps for candidate in step]
    number = {candidate: place for place, candidate in enumerate(flat)}
    ids = sorted({candidate.token for candidate in flat})
    place_of = {token: place for place, token in enumerate(ids)}
    return {
        "start": token_entries(tokenizer, [start])[0] | {"special": True, "joined": False},
        "tokens": token_entries(tokenizer, ids),
        "steps": [
            [
                {
                    "id": number[candidate],
                    "parent": number.get(candidate.parent, -1) if candidate.parent else -1,
                    "token": place_of[candidate.token],
                    "p": math.exp(candidate.log_probability),
                    "log": candidate.log_probability,
                    "total": candidate.total,
                    "fate": candidate.fate.value,
                }
                for candidate in step
            ]
            for step in steps
        ],
    }


def token_entries(tokenizer: Tokenizer, ids: Sequence[int]) -> list[dict[str, object]]:
    """Return tokens with their ids as data for a view, each labelled without its context."""
    # The first token of a text never continues a word, so each is preceded by itself.
    named = [target_tokens(tokenizer, [one, one])[1] for one in ids]
    return [
        label | {"id": one} for label, one in zip(token_labels_data(tuple(named)), ids, strict=True)
    ]
