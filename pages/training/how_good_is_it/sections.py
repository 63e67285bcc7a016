"""The page's sections, each with its measured table."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.robustness.typed import Judged, judgements_file, read_judgements
from model.storage import ALIGNMENT, CERTAINTY, ROBUSTNESS
from pages.training.how_good_is_it import figures, remarks, tables
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session, unmeasured
from ui.views.plot import plot

NAME = "how_good_is_it"


def judgements() -> list[Judged] | None:
    """Return the human-judged translations; None for other weights."""
    try:
        measured = session.measurements(CERTAINTY)
        return read_judgements(judgements_file(session.MODEL)) if measured else None
    except (OSError, ValueError):  # missing or damaged: optional here
        return None


def picture(scores: Sequence[Mapping], own: Sequence[Mapping] | None) -> None:
    """Show the BLEU of each direction as a chart.

    Args:
        scores: scores on the validation sets.
        own: scores on our own sentences; None if not measured.
    """
    sets = {_("held-out everyday sentences"): scores}
    if own:
        sets[_("our own, rare words")] = own
    plot(figures.by_direction(sets), key="by_direction", label=_("BLEU of each direction"))


def examples(judged: Sequence[Judged] | None) -> None:
    """Show three translations judged right and three judged wrong.

    Args:
        judged: all judged translations; None if there are none.
    """
    if judged and explain.section(NAME, "Three it gets right, three it gets wrong"):
        st.markdown(tables.examples(judged))
        explain.finding(remarks.acceptable(judged))


def scores(scores: Sequence[Mapping], own: Sequence[Mapping] | None) -> None:
    """Show the same scores as tables; see ``show_bleu_by_direction``."""
    if explain.section(NAME, "Scores"):
        st.markdown(tables.final_scores(scores, _("whole validation sets, beam 4")))
        if own:
            heading = ngettext(
                "{count} sentence of our own, held out, beam 4",
                "{count} sentences of our own, held out, beam 4",
                own[0]["lines"],
            )
            st.markdown(tables.final_scores(own, heading.format(count=own[0]["lines"])))


def robustness(table: Mapping | None, directions: Sequence[str]) -> None:
    """Show robustness to careless typing, and chrF in every direction.

    Args:
        table: as ``model.robustness`` writes it; None if not measured.
        directions: directions with training pairs.
    """
    if table is None:
        explain.unknown(unmeasured.reason(ROBUSTNESS, unmeasured.ROBUSTNESS))
        return
    if explain.section(NAME, "Robustness"):
        label = _("BLEU on carelessly typed sentences")
        plot(figures.carelessness(table["bleu"]), key="careless", label=label)
        explain.finding(remarks.robustness(table))
        if {"elisions", "first texts"} <= table.keys():
            explain.finding(remarks.first_texts(table))
        for found in table["pronoun"]:
            explain.finding(remarks.pronoun(found))
            st.markdown(tables.strongest(found))
    if explain.section(NAME, "Thirty sentences in four languages"):
        plot(
            figures.every_way(table["every way"]),
            key="every_way",
            label=_("chrF of our own sentences in every direction"),
        )
        explain.finding(remarks.every_way(table["every way"], directions))


def alignment(table: Mapping | None) -> None:
    """Show the alignment error rate of the best cross-attention head.

    Args:
        table: as ``model.alignment`` writes it; None if not measured.
    """
    if table is None:
        explain.unknown(unmeasured.reason(ALIGNMENT, unmeasured.ALIGNMENT))
    elif explain.section(NAME, "Alignment"):
        explain.finding(remarks.alignment(table))
        explain.link_to("cross_attention", _("All heads, and your sentence: Cross-attention →"))


def attempts() -> None:
    """Show the section about what was tried in training."""
    explain.section(NAME, "What was tried")
