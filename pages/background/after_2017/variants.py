"""Variants of the model: evaluated in turn, compared in a table, and applied to all pages."""

import html
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st

from model.changes.kinds import Change
from pages.background.after_2017 import cached
from ui.choices import active_changes
from ui.frame import explain, sections
from ui.messages import _, remove_word_joiners
from ui.readings.changes import merge_changes
from ui.readings.reading import Reading
from ui.words import format_decimal

T = TypeVar("T")
Variants = Mapping[str, tuple[Change, ...]]  # name -> changes


def run_with_progress(section: str, tasks: Mapping[str, partial[T]]) -> dict[str, T]:
    """Run several slow tasks of a section in turn; return their results by name.

    A progress bar shows the name of the running task, with a stop button, which closes the section
    and cancels the tasks that are left. No bar appears if the same tasks already ran in this
    session: then their results are cached.

    Args:
        section: name of the section of the page that the tasks belong to.
        tasks: name shown in the bar -> task.
    """
    asked = [(name, task.args) for name, task in tasks.items()]
    key = f"done for {section}: {asked[0][0]}"
    if st.session_state.get(key) == asked:
        return {name: task() for name, task in tasks.items()}
    place = st.empty()
    results = {}
    for number, (name, task) in enumerate(tasks.items()):
        with place.container(horizontal=True, vertical_alignment="center"):
            st.progress(number / len(tasks), text=f"{name} …")
            st.button(
                _("Stop"),
                key=f"stop_{section}_{name}",
                on_click=sections.close_section,
                args=(section,),
            )
        results[name] = task()
    place.empty()
    st.session_state[key] = asked
    return results


def compare_variants(
    section: str, reading: Reading, variants: Variants
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Compare variants of the model on one sentence, by loss and by translation.

    Args:
        section: name of the page's section in which the progress bar appears.
        reading: the current reading. The loss is that of its translation, and its changes to other
            parts of the model stay on.
        variants: name -> changes; they replace the reading's changes to the same parts.

    Returns:
        Name of the variant -> loss of each token of the reading's translation, in nats; and name of
        the variant -> the translation that it writes itself.
    """
    others = _find_unrelated_changes(reading, variants)
    tried = {name: merge_changes(others, changes) for name, changes in variants.items()}

    def evaluate_variant(_which: tuple, changes: tuple[Change, ...]) -> tuple[list[float], str]:
        """Return the token losses and the translation of the model with these changes."""
        # In turn: the cache holds few networks with rounded weights.
        said_instead = cached.translate_with_changes(reading.text, reading.language, changes)
        return cached.compute_token_losses(reading, changes), said_instead

    which = reading.text, reading.language, reading.output_ids  # identifies the tasks
    ask = partial(evaluate_variant, which)
    found = run_with_progress(
        section, {name: partial(ask, changes) for name, changes in tried.items()}
    )
    costs = {name: cost for name, (cost, __) in found.items()}
    return costs, {name: said for name, (__, said) in found.items()}


def show_variants(
    losses: Mapping[str, float],
    translations: Mapping[str, str],
    extra_column: Mapping[str, str] | None = None,
) -> None:
    """Show a table with a row for each variant of the model: its loss, and what it writes.

    Args:
        losses: name of the variant -> its loss on the current translation, in nats per token.
        translations: name of the variant -> the translation that it writes.
        extra_column: name of the variant -> size of its weight file, as text; None for no such
            column.
    """
    file = [_("file")] if extra_column else []
    heads = ("", _("loss of this translation"), *file, _("what it writes"))
    nothing = _("nothing")
    rows = (
        (
            name,
            (format_decimal(loss, 3), *([extra_column[name]] if extra_column else [])),
            translations[name] or nothing,
        )
        for name, loss in losses.items()
    )
    st.html(f'<div class="translations">{table_html(heads, rows)}</div>')
    explain.show_callout(
        _(
            "Every row's loss is measured on the same text: the translation in the bar, which "
            "the model chose itself. A row's own model may write something else."
        )
    )


def table_html(
    headings: Sequence[str],
    rows: Iterable[tuple[str, Iterable[str], str | None]],
    footer: str = "",
) -> str:
    """Return an HTML table with a name, numbers and a note in each row.
    All text is escaped except the footer.

    Args:
        headings: headings of all columns.
        rows: the cells of each row: (name, numbers as text, note in the last column or None).
        footer: HTML of a last row, which is not escaped.
    """
    head = "".join(f"<th>{html.escape(name)}</th>" for name in headings)
    body = ""
    for name, numbers, note in rows:
        cells = "".join(f"<td>{html.escape(number)}</td>" for number in numbers)
        said = "" if note is None else f'<td class="said">{html.escape(note)}</td>'
        body += f"<tr><th>{html.escape(name)}</th>{cells}{said}</tr>"
    rows_html = remove_word_joiners(f"<tr>{head}</tr>{body}{footer}")
    return f'<div class="variants"><table>{rows_html}</table></div>'


def show_variant_buttons(reading: Reading, key: str, options: Variants) -> None:
    """Show a button for each variant of the model that turns the variant on or off on all pages.

    Args:
        reading: the current reading, with the changes that are on.
        key: part of the buttons' Streamlit keys, unique on the page.
        options: name on the button -> changes of the variant; at most one variant is on.
    """
    others = _find_unrelated_changes(reading, options)
    with st.container(horizontal=True, vertical_alignment="center", key=f"keep_{key}", gap="small"):
        label = html.escape(_("On every page:"))
        st.html(f'<span class="keep">{label}</span>')
        for number, (name, changes) in enumerate(options.items()):
            on = set(changes) == set(reading.changes) - set(others)
            st.button(
                name,
                key=f"keep_{key}_{number}",
                type="primary" if on else "secondary",
                on_click=active_changes.set_changes,
                args=(merge_changes(others, () if on else changes),),
            )


def _find_unrelated_changes(reading: Reading, variants: Variants) -> list[Change]:
    """Return the current model changes to parts that no variant of the page changes."""
    subjects = {change.subject for changes in variants.values() for change in changes}
    return [change for change in reading.changes if change.subject not in subjects]
