"""Variants of the model: tried one after the other, set side by side, and kept on every page."""

import html
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st

from model.changes.kinds import Change
from pages.background.after_2017 import cached
from ui.choices import changed
from ui.frame import explain, sections
from ui.messages import _
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.words import decimal

T = TypeVar("T")
Variants = Mapping[str, tuple[Change, ...]]  # what each changes, by its name


def one_by_one(section: str, tasks: Mapping[str, partial[T]]) -> dict[str, T]:
    """Do some tasks and return their results; a bar shows how far it is.

    Stop closes the section: nothing else of it is computed then. Tasks that this visitor saw done
    already are kept in a cache, and no bar flashes up for them.

    Args:
        section: that they belong to.
        tasks: by the name that the bar shows.
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
                _("Stop"), key=f"stop_{section}_{name}", on_click=sections.close, args=(section,)
            )
        results[name] = task()
    place.empty()
    st.session_state[key] = asked
    return results


def compare(
    section: str, reading: Reading, variants: Variants
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Try variants of the model on a sentence.

    Args:
        section: that asks for it.
        reading: the sentence, with changes that hold beside.
        variants: name -> changes; of two that set the same thing, theirs count.

    Returns:
        What each token of the translation costs under each of them, and what they say instead.
    """
    others = _others(reading, variants)
    tried = {name: combine(others, changes) for name, changes in variants.items()}

    def attempt(_which: tuple, changes: tuple[Change, ...]) -> tuple[list[float], str]:
        # One after the other: few networks with rounded weights are kept for who asks next.
        said_instead = cached.translation(reading.text, reading.language, changes)
        return cached.costs_of(reading, changes), said_instead

    which = reading.text, reading.language, reading.output_ids  # of the tasks that were done
    ask = partial(attempt, which)
    found = one_by_one(section, {name: partial(ask, changes) for name, changes in tried.items()})
    costs = {name: cost for name, (cost, __) in found.items()}
    return costs, {name: said for name, (__, said) in found.items()}


def show(
    losses: Mapping[str, float], said: Mapping[str, str], more: Mapping[str, str] | None = None
) -> None:
    """Show variants with the loss of the sentence and what they say.

    Args:
        losses: by variant.
        said: their translations.
        more: a further column.
    """
    file = [_("file")] if more else []
    heads = ("", _("loss of this translation"), *file, _("what it says"))
    nothing = _("nothing")
    rows = (
        (name, (decimal(loss, 3), *([more[name]] if more else [])), said[name] or nothing)
        for name, loss in losses.items()
    )
    st.html(f'<div class="translations">{table(heads, rows)}</div>')
    explain.finding(
        _(
            "Every row's loss is measured on the same text: the translation in the "
            "bar, which the model chose itself. What the model says in a row may be "
            "different."
        )
    )


def table(
    heads: Sequence[str],
    rows: Iterable[tuple[str, Iterable[str], str | None]],
    foot: str = "",
) -> str:
    """Return a table as HTML, in which any text is shown as it is.

    Args:
        heads: of all columns.
        rows: name, numbers, and what was said or is to be noted; None for nothing.
        foot: one row more, in HTML of our own.
    """
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    body = ""
    for name, numbers, note in rows:
        cells = "".join(f"<td>{html.escape(number)}</td>" for number in numbers)
        said = "" if note is None else f'<td class="said">{html.escape(note)}</td>'
        body += f"<tr><th>{html.escape(name)}</th>{cells}{said}</tr>"
    return f'<div class="variants"><table><tr>{head}</tr>{body}{foot}</table></div>'


def switch(reading: Reading, key: str, options: Variants) -> None:
    """Offer to keep a change on every page: it then stands in the bar, which can undo it.

    Args:
        reading: with the changes that are on.
        key: unique on the page.
        options: name -> changes; at most one of them is on.
    """
    others = _others(reading, options)
    with st.container(horizontal=True, vertical_alignment="center", key=f"keep_{key}", gap="small"):
        label = html.escape(_("On every page:"))
        st.html(f'<span class="keep">{label}</span>')
        for number, (name, changes) in enumerate(options.items()):
            on = set(changes) == set(reading.changes) - set(others)
            st.button(
                name,
                key=f"keep_{key}_{number}",
                type="primary" if on else "secondary",
                on_click=changed.change,
                args=(combine(others, () if on else changes),),
            )


def _others(reading: Reading, variants: Variants) -> list[Change]:
    """Return the changes that are on and have nothing to do with the variants."""
    subjects = {change.subject for changes in variants.values() for change in changes}
    return [change for change in reading.changes if change.subject not in subjects]
