"""Translations before and after the steps, as HTML."""

import html
from collections.abc import Sequence

from pages.training.one_step.cached import StepOutcome
from ui.messages import _
from ui.words import diff_words, html_table


def translations_table_html(
    sentences: Sequence[str],
    outcome_before: StepOutcome,
    outcome_after: StepOutcome,
    source_language: str,
    target_language: str,
) -> str:
    """Return an HTML table of translations before and after training steps; new words are marked.

    Args:
        sentences: the source sentences.
        outcome_before: their translations before the steps.
        outcome_after: their translations after the steps.
        source_language: code of their language, for the ``lang`` attribute.
        target_language: code of the translations' language, for the ``lang`` attribute.
    """
    rows = (
        f'<tr><th scope="row" lang="{html.escape(source_language)}">{html.escape(text)}</th>'
        f'<td lang="{html.escape(target_language)}">{html.escape(old)}</td>'
        f'<td lang="{html.escape(target_language)}">{_mark_new_words_html(old, new)}</td></tr>'
        for text, old, new in zip(
            sentences, outcome_before.translations, outcome_after.translations, strict=True
        )
    )
    heads = [_("Sentence"), _("Before"), _("After")]
    return html_table("one-step", heads, rows, scope="col")


def _mark_new_words_html(old_translation: str, new_translation: str) -> str:
    """Return the new translation as HTML; words that the old translation lacks are in <mark>."""
    return " ".join(
        f"<mark>{html.escape(word)}</mark>" if other else html.escape(word)
        for word, other in diff_words(old_translation, new_translation)
    )
