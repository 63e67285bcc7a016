"""The page's sections, each with its measured table."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.robustness.two_readers import read_verdicts
from model.robustness.typed import JudgedTranslation, judgements_file, read_judgements
from model.storage import ALIGNMENT, CERTAINTY, MODEL, ROBUSTNESS
from pages.training.how_good_is_it import figures, remarks, tables
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import missing_measurements, session
from ui.readings.reading import Reading
from ui.views.plot import show_figure

NAME = "how_good_is_it"


def load_judgements() -> list[JudgedTranslation] | None:
    """Return the translations that a reader judged acceptable or not.

    Returns:
        The translations; None if the loaded model is not the one that made them, or if the file is
        missing or damaged.
    """
    try:
        measured = session.load_measurements(CERTAINTY)
        return read_judgements(judgements_file(session.MODEL_FOLDER)) if measured else None
    except (OSError, ValueError):  # missing or damaged: optional here
        return None


def show_bleu_by_direction(
    scores: Sequence[Mapping], own_set_scores: Sequence[Mapping] | None
) -> None:
    """Show the BLEU of each translation direction with a validation set as a chart, and what
    stands out.

    Args:
        scores: a record for each direction, measured on the validation sets, with "direction" (such
            as "en-fr"), "bleu" and "chrf".
        own_set_scores: such records, measured on our own sentences; None if not measured.
    """
    sets = {_("held-out everyday sentences"): scores}
    if own_set_scores:
        sets[_("our own, rare words")] = own_set_scores
    show_figure(
        figures.plot_bleu_by_direction(sets), key="by_direction", label=_("BLEU of each direction")
    )
    explain.show_callout(remarks.describe_scores(scores, own_set_scores))


def show_examples(judged: Sequence[JudgedTranslation]) -> None:
    """Show three French translations that a reader found acceptable and three others.

    Args:
        judged: all judged translations.
    """
    st.markdown(tables.examples_table_markdown(judged), unsafe_allow_html=True)  # all escaped
    explain.show_takeaway(
        remarks.describe_verdicts(read_verdicts())
        if session.MODEL_FOLDER == MODEL  # the test sentences are translated for it only
        else remarks.describe_acceptability(judged)
    )


def show_judgements(judged: Sequence[JudgedTranslation] | None) -> None:
    """Show the section on who judged translations, and how many were acceptable.

    Args:
        judged: all judged translations; nothing is shown if it is None or empty.
    """
    if judged and explain.show_section(NAME, "Who judged, and how strictly?"):
        explain.show_callout(remarks.describe_acceptability(judged))
        if session.MODEL_FOLDER == MODEL:
            explain.show_callout(remarks.describe_two_readers(read_verdicts()))


def show_reconstruction(reading: Reading, source_language: str) -> None:
    """Show what reading translations back adds to the marks, and how it went for this sentence.

    Args:
        reading: the reading of the sentence.
        source_language: code of its language.
    """
    table = session.load_measurements(CERTAINTY) or {}
    if "without reconstruction" in table and explain.show_section(NAME, "Asked backwards"):
        back = session.reconstruct_source(reading.source_ids, source_language, reading.output_ids)
        if back and not reading.changes:
            explain.show_callout(remarks.describe_reconstruction(reading, back))
        explain.show_callout(remarks.describe_marks(table))


def show_scores(
    scores: Sequence[Mapping], own_set_scores: Sequence[Mapping] | None, *, with_picture: bool
) -> None:
    """Show BLEU and chrF of each direction as tables, one for each set of sentences.

    Args:
        scores: a record for each direction, measured on the validation sets, with "direction" (such
            as "en-fr"), "bleu" and "chrf".
        own_set_scores: such records, measured on our own sentences, with their number as "lines",
            too; None if not measured.
        with_picture: whether to show the chart, too, because the page doesn't begin with it.
    """
    if explain.show_section(NAME, "Scores"):
        if with_picture:
            show_bleu_by_direction(scores, own_set_scores)
        st.markdown(tables.scores_table_markdown(scores, _("whole validation sets, beam 4")))
        if own_set_scores:
            heading = ngettext(
                "{count} sentence of our own, held out, beam 4",
                "{count} sentences of our own, held out, beam 4",
                own_set_scores[0]["lines"],
            )
            st.markdown(
                tables.scores_table_markdown(
                    own_set_scores, heading.format(count=own_set_scores[0]["lines"])
                )
            )


def show_robustness(table: Mapping | None, directions: Sequence[str]) -> None:
    """Show how careless typing lowers BLEU, and the chrF of every direction; or say why both are
    missing.

    Args:
        table: the table that ``python -m model.robustness`` wrote; None if not measured.
        directions: directions with training pairs, such as "en-fr".
    """
    if table is None:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(ROBUSTNESS, missing_measurements.ROBUSTNESS)
        )
        return
    if explain.show_section(NAME, "Robustness"):
        label = _("BLEU on carelessly typed sentences")
        show_figure(figures.plot_typing_robustness(table["bleu"]), key="careless", label=label)
        explain.show_callout(remarks.describe_robustness(table))
        if {"elisions", "first texts"} <= table.keys():
            explain.show_callout(remarks.describe_first_inputs(table))
        for found in table["pronoun"]:
            explain.show_callout(remarks.describe_pronoun_attention(found))
            st.markdown(tables.attention_table_markdown(found))
    if explain.show_section(NAME, "Thirty sentences in four languages"):
        show_figure(
            figures.plot_chrf_by_language_pair(table["every way"]),
            key="every_way",
            label=_("chrF of our own sentences in every direction"),
        )
        explain.show_callout(remarks.describe_language_pairs(table["every way"], directions))


def show_alignment(table: Mapping | None) -> None:
    """Show the alignment error rate of the best cross-attention head; or say why it is missing.

    Args:
        table: the table that ``python -m model.alignment`` wrote; None if not measured.
    """
    if table is None:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(ALIGNMENT, missing_measurements.ALIGNMENT)
        )
    elif explain.show_section(NAME, "Alignment"):
        explain.show_callout(remarks.describe_alignment(table))
        explain.show_page_link(
            "cross_attention", _("All heads, and your sentence: Cross-attention →")
        )


def show_attempts() -> None:
    """Show the text on methods and settings that were tried in training, some of which failed."""
    explain.show_section(NAME, "What was tried")
