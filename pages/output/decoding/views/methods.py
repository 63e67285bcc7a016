"""What greedy search, beam search and sampling make of the same sentence."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from model.decoding import Candidate
from model.hypotheses import Fate
from model.tokenizer import Tokenizer
from pages.output.decoding.choices import METHODS, Method
from pages.output.decoding.compute import Steps, rank_final_hypotheses
from pages.output.decoding.views.search_tree import SearchChoice, SearchEvents, label_ids
from ui.messages import _
from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class SpelledToken:
    """A token of a hypothesis, and its probability."""

    id: int
    text: str
    joined: bool
    special: bool
    known: bool
    p: float


@dataclass(frozen=True)
class SpelledEnding:
    """A final hypothesis: its tokens, total ln p, length, and how it ended."""

    tokens: Sequence[SpelledToken]
    total: float
    length: int
    fate: Fate


@dataclass(frozen=True)
class MethodCard:
    """A method's result: its final hypotheses, of which the best is shown, or all its draws."""

    method: Method
    title: str
    endings: Sequence[SpelledEnding]


@dataclass(frozen=True)
class SeededSampling:
    """Settings of sampling, and the seed of the draws."""

    temperature: float
    top_k: int
    top_p: float
    seed: int


@dataclass(frozen=True)
class MethodsData:
    """A card for each method; alpha is the exponent of the length penalty."""

    cards: Sequence[MethodCard]
    width: int  # of the beam
    alpha: float
    sampling: SeededSampling
    chosen: Method


_methods = register_view(
    __file__,
    MethodsData,
    SearchEvents,
    tables=[record_table(method, f"cards.{i}.endings") for i, method in enumerate(METHODS)],
    needs_model=("choose",),
)


def collect_method_results(
    tokenizer: Tokenizer,
    greedy: Steps,
    beam: Steps,
    samples: Sequence[Steps],
    alpha: float,
) -> list[MethodCard]:
    """Return a card for each search method (greedy search, beam search, sampling) with the
    translations that it found.

    Args:
        tokenizer: the tokenizer, which gives the tokens' texts.
        greedy: the candidates at each step of greedy search.
        beam: the candidates at each step of beam search.
        samples: for each sampled translation, the candidates at each step.
        alpha: exponent of the length penalty.
    """
    endings = [
        rank_final_hypotheses(greedy, alpha),
        rank_final_hypotheses(beam, alpha),
        [rank_final_hypotheses(one, 0.0)[0] for one in samples],
    ]
    return [
        MethodCard(method, _(METHODS[method]), [_spell(one, tokenizer) for one in found])
        for method, found in zip(METHODS, endings, strict=True)
    ]


def show_methods(
    cards: Sequence[MethodCard],
    *,
    width: int,
    alpha: float,
    sampling: Mapping[str, Any],
    chosen_method: Method,
) -> None:
    """Show a card for each search method.

    Clicks and controls on the cards store the chosen method, as "method", and the sampling
    settings, under their names, in the session.

    Args:
        cards: the cards, as ``collect_method_results`` returns them.
        width: beam width.
        alpha: initial exponent of the length penalty.
        sampling: temperature, top_k, top_p and seed.
        chosen_method: the method whose search tree is shown.
    """

    def choose(choice: SearchChoice) -> None:
        """Store the chosen method and settings in the session."""
        known = ("method", *sampling)
        st.session_state.update({name: one for name, one in choice.items() if name in known})

    data = MethodsData(cards, width, alpha, SeededSampling(**sampling), chosen_method)
    _methods(key="methods", data=data, on_choose_change=choose)


def _spell(ending: Candidate, tokenizer: Tokenizer) -> SpelledEnding:
    """Return a final hypothesis with its tokens and their probabilities."""
    tokens = [
        SpelledToken(**asdict(token), p=math.exp(node.log_probability))
        for token, node in zip(label_ids(tokenizer, ending.tokens), ending.path, strict=True)
    ]
    return SpelledEnding(tokens, ending.total, len(tokens), ending.fate)
