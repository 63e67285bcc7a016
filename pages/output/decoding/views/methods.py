"""What greedy search, beam search and sampling make of the same sentence."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from model.decoding import Candidate
from model.tokenizer import Tokenizer
from pages.output.decoding.choices import METHODS
from pages.output.decoding.compute import Steps, rank_final_hypotheses
from pages.output.decoding.views.search_tree import SLIDERS, token_entries
from ui.messages import _, ngettext
from ui.schemas import NAME
from ui.views import register_view
from ui.views.export_tables import record_table
from ui.words import format_decimal

_methods = register_view(__file__, asks=("choose",), says={"choose": {"method?": NAME, **SLIDERS}})


@dataclass(frozen=True)
class MethodResult:
    """The result of one search method.

    Args:
        method: "beam", "greedy" or "sampling".
        title: the method's display name.
        note: its settings.
        endings: its final hypotheses; the one with the best score is shown, or all draws.
    """

    method: str
    title: str
    note: str
    endings: Sequence[Candidate]


def collect_method_results(
    greedy: Steps, beam: Steps, drawn: Sequence[Steps], width: int, alpha: float
) -> list[MethodResult]:
    """Return the results of greedy search, beam search and sampling.

    Args:
        greedy: the steps of greedy search.
        beam: the steps of a beam search.
        drawn: the steps of each draw.
        width: beam width.
        alpha: exponent of the length penalty.
    """
    draws = [rank_final_hypotheses(one, 0.0)[0] for one in drawn]
    beams = ngettext("{count} beam, α = {alpha}", "{count} beams, α = {alpha}", width)
    found = {
        "greedy": (_("always the most likely token"), rank_final_hypotheses(greedy, alpha)),
        "beam": (
            beams.format(count=width, alpha=format_decimal(alpha, 1)),
            rank_final_hypotheses(beam, alpha),
        ),
        "sampling": (
            ngettext("{count} draw", "{count} draws", len(draws)).format(count=len(draws)),
            draws,
        ),
    }
    return [MethodResult(method, _(METHODS[method]), *one) for method, one in found.items()]


def show_methods(
    results: Sequence[MethodResult],
    tokenizer: Tokenizer,
    *,
    alpha: float,
    sampling: Mapping[str, float],
    chosen: str,
) -> None:
    """Show a card for each method; they set "method" and the sampling settings in the session.

    Args:
        results: the results of the methods.
        tokenizer: turns ids into readable tokens.
        alpha: initial exponent of the length penalty.
        sampling: temperature, top_k, top_p and seed.
        chosen: the method whose tree is shown.
    """

    def choose(chosen: Mapping) -> None:
        """Store the chosen method and settings in the session."""
        known = ("method", *sampling)
        st.session_state.update({name: chosen[name] for name in known if name in chosen})

    cards = [
        {
            "method": one.method,
            "title": one.title,
            "note": one.note,
            "endings": [_hypothesis_data(ending, tokenizer) for ending in one.endings],
        }
        for one in results
    ]
    data = {
        "cards": cards,
        "alpha": alpha,
        "sampling": dict(sampling),
        "chosen": chosen,
        "takes": [record_table(one.method, f"cards.{i}.endings") for i, one in enumerate(results)],
    }
    _methods(key="methods", data=data, on_choose_change=choose)


def _hypothesis_data(ending: Candidate, tokenizer: Tokenizer) -> dict[str, object]:
    """Return a final hypothesis as data for the view: tokens, total ln p, length, how it ended."""
    tokens = token_entries(tokenizer, ending.tokens)
    return {
        "tokens": [
            token | {"p": math.exp(node.log_probability)}
            for token, node in zip(tokens, ending.path, strict=True)
        ],
        "total": ending.total,
        "length": len(tokens),
        "fate": ending.fate.value,
    }
