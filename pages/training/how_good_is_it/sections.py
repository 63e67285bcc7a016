"""The sections of the page, each with what was measured for it."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.robustness.typed import Judged
from model.storage import ALIGNMENT, ROBUSTNESS
from pages.training.how_good_is_it import figures, remarks
from ui.frame import explain
from ui.readings import unmeasured
from ui.views.plot import plot

NAME = "how_good_is_it"


def picture(scores: Sequence[Mapping], own: Sequence[Mapping] | None) -> None:
    """Draw the scores of each direction.

    Args:
        scores: on the validation sets.
        own: on sentences of our own; None where that was not measured.
    """
    sets = {"held-out everyday sentences": scores} | ({"our own, rare words": own} if own else {})
    plot(figures.by_direction(sets), key="by_direction", label="BLEU of each direction")


def examples(judged: Sequence[Judged] | None) -> None:
    """Show a few translations that somebody found right, and wrong.

    Args:
        judged: all that was judged; None where that was not done.
    """
    if judged and explain.section(NAME, "Three it gets right, three it gets wrong"):
        st.markdown(remarks.examples(judged))
        explain.finding(remarks.acceptable(judged))


def scores(scores: Sequence[Mapping], own: Sequence[Mapping] | None) -> None:
    """Show the same scores as tables; see ``picture``."""
    if explain.section(NAME, "Scores"):
        st.markdown(remarks.final_scores(scores, "whole validation sets, beam 4"))
        if own:
            heading = f"{own[0]['lines']} sentences of our own, held out, beam 4"
            st.markdown(remarks.final_scores(own, heading))


def robustness(table: Mapping | None, directions: Sequence[str]) -> None:
    """Show what the model bears, and how it does in every direction.

    Args:
        table: from ``model.robustness``; None where that was not measured.
        directions: of which training had pairs.
    """
    if table is None:
        explain.unknown(unmeasured.reason(ROBUSTNESS, unmeasured.ROBUSTNESS))
        return
    if explain.section(NAME, "Robustness"):
        plot(figures.carelessness(table["bleu"]), key="careless", label="BLEU of careless typing")
        explain.finding(remarks.robustness(table))
        if {"elisions", "first texts"} <= table.keys():
            explain.finding(remarks.first_typed(table))
        for found in table["pronoun"]:
            explain.finding(remarks.pronoun(found))
            st.markdown(remarks.strongest(found))
    if explain.section(NAME, "Our own sentences"):
        plot(
            figures.every_way(table["every way"]),
            key="every_way",
            label="chrF of our own sentences in every direction",
        )
        explain.finding(remarks.every_way(table["every way"], directions))


def alignment(table: Mapping | None) -> None:
    """Say how well heads align words.

    Args:
        table: from ``model.alignment``; None where that was not measured.
    """
    if table is None:
        explain.unknown(unmeasured.reason(ALIGNMENT, unmeasured.ALIGNMENT))
    elif explain.section(NAME, "Alignment"):
        explain.finding(remarks.alignment(table))
        explain.link_to("cross_attention", "All heads, and your sentence: Cross-attention →")


def attempts() -> None:
    """Tell what was tried on the way."""
    explain.section(NAME, "What was tried")
