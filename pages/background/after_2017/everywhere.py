"""Experiments that can hold on every page: their table, and the switch that keeps them."""

import html
from collections.abc import Mapping

import streamlit as st

from model.changes.kinds import Change
from ui.choices import changed
from ui.messages import _
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.words import decimal


def table(
    losses: Mapping[str, float], said: Mapping[str, str], more: Mapping[str, str] | None = None
) -> str:
    """Return variants of the model with the loss of the sentence and what they say, as HTML.

    Args:
        losses: by variant.
        said: their translations.
        more: a further column.
    """
    nothing = _("nothing")
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{decimal(loss, 3)}</td>"
        + (f"<td>{html.escape(more[name])}</td>" if more else "")
        + f'<td class="said">{html.escape(said[name] or nothing)}</td></tr>'
        for name, loss in losses.items()
    )
    heads = ("", _("loss"), *([_("file")] if more else []), _("translation"))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    return f'<div class="variants translations"><table><tr>{head}</tr>{rows}</table></div>'


def switch(reading: Reading, key: str, options: Mapping[str, tuple[Change, ...]]) -> None:
    """Offer to keep a change on every page: it then stands in the bar, which can undo it.

    Args:
        reading: with the changes that are on.
        key: unique on the page.
        options: name -> changes; at most one of them is on.
    """
    every = {change for changes in options.values() for change in changes}
    with st.container(horizontal=True, vertical_alignment="center", key=f"keep_{key}", gap="small"):
        label = html.escape(_("On every page:"))
        st.html(f'<span class="keep">{label}</span>')
        for number, (name, changes) in enumerate(options.items()):
            on = set(changes) == every.intersection(reading.changes)
            others = [one for one in reading.changes if one not in every]
            st.button(
                name,
                key=f"keep_{key}_{number}",
                type="primary" if on else "secondary",
                on_click=changed.change,
                args=(combine(others, () if on else changes),),
            )
