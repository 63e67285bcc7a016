"""The translation at every number of silenced heads, computed by a background worker."""

import html
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

import streamlit as st

from model.changes.kinds import SilencedHead
from pages.lab.head_census import cached, remarks
from pages.lab.head_census.choices import Choices
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import _, pgettext
from ui.words import html_table


def show(choices: Choices) -> None:
    """Show a button that translates the sentence with the first 0, 1, 2, ... heads of the order
    silenced, and the translations found so far.

    Args:
        choices: what the visitor chose on the page.
    """
    question, count = (*choices.sentence, choices.order), len(choices.order) + 1

    def progress(translations: Sequence[str]) -> tuple[float, str]:
        """Return the share of translations done, and the text for the progress bar."""
        return len(translations) / count, _(remarks.NUMBERS).format(
            done=len(translations), count=count
        )

    def draw(job_status: JobStatus[str]) -> None:
        """Show the translations found so far as a table."""
        if job_status.results:
            st.html(translations_table_html(job_status.results, choices.sentence[1]))

    work = partial(translate_at_every_count, *question)
    show_job(Task("everywhere", question, work, _(remarks.EVERYWHERE), progress), draw)


def translate_at_every_count(
    text: str, target_language: str, order: Sequence[SilencedHead]
) -> Iterator[str]:
    """Yield the translation, as text, with the first 0, 1, 2, ... heads of ``order`` silenced."""
    for count in range(len(order) + 1):
        yield cached.translate_without_heads(text, target_language, tuple(order[:count]))


def translations_table_html(translations: Sequence[str], language: str) -> str:
    """Return an HTML table with the translation for each number of silenced heads. Successive
    numbers with the same translation share a row, such as "3 to 7".

    Args:
        translations: the translations with 0, 1, 2, ... heads silenced.
        language: code of the language of the translations.
    """
    rows, first = [], 0
    for text, some in groupby(translations):
        last = first + len(list(some)) - 1
        numbers = str(first)
        if last > first:
            numbers = html.escape(_("{first} to {last}").format(first=first, last=last))
        shown = html.escape(_("(nothing)"))
        if text:
            shown = f'<span lang="{language}">{html.escape(text)}</span>'
        rows.append(f"<tr><td>{numbers}</td><td>{shown}</td></tr>")
        first = last + 1
    return html_table("census-said", (pgettext("heads", "off"), _("translation")), rows)
