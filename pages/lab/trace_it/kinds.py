"""Which heads and units decide what kind of thing: what was measured beforehand."""

import html
from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from model.storage import FLOW
from pages.lab.trace_it import cached, remarks
from ui.frame import explain
from ui.readings import session, unmeasured
from ui.readings.typed import name
from ui.words import percent

COLUMNS = (
    "decision", "heads, share", "first cut", "all five cut", "as many others", "as large others",
    "units, share", "all five cut", "as large others", "try",
)  # fmt: skip
EXAMPLES = 2  # of each kind, as links
PRESETS = {  # of our own: sentence, language, step from 1
    "the gender of an article": ("Where is the station?", "es", 4),
    "“not”": ("I do not like cold soup.", "fr", 2),
    "a pronoun": ("He hunts with a bow and arrow.", "de", 1),
    "a name": ("Anna and Peter live in Berlin.", "de", 4),
    "the language": ("The dog is sleeping.", "fr", 2),
}


def show() -> None:
    """Show decisions to try, and the table of kinds with examples that open as links."""
    known = session.glass().config.languages
    some = [_link(name, *one) for name, one in PRESETS.items() if {"en", one[1]} <= {*known}]
    if some:
        st.html(f'<p class="presets">Decisions to try: {", ".join(some)}</p>')
    table = cached.table()
    if table is None:
        explain.unknown(unmeasured.reason(FLOW, remarks.NO_TABLE))
        return
    kinds = table["kinds"]
    explain.finding(remarks.decides(kinds))
    st.html(_table(kinds))
    st.caption(remarks.measured_on(table))


def _table(kinds: Mapping) -> str:
    head = "".join(f"<th>{one}</th>" for one in COLUMNS)
    rows = "".join(_row(kind, row) for kind, row in kinds.items())
    return f'<div class="wide"><table class="kinds"><tr>{head}</tr>{rows}</table></div>'


def _row(kind: str, row: Mapping) -> str:
    heads, units = row["all heads"], row["all units"]
    cells = [
        f"<b>{html.escape(kind)}</b><br>{row['decisions']} decisions",
        "<br>".join(
            f"{remarks.head_name(one)} <b>{percent(one['share'])}</b>" for one in row["heads"]
        ),
        percent(row["heads"][0]["changed"]),
        _rate(heads, "together"),
        _rate(heads, "as many at random"),
        _rate(heads, "as large at random"),
        "<br>".join(
            f"{remarks.unit_name(one)} <b>{percent(one['share'], 1)}</b>" for one in row["units"]
        ),
        _rate(units, "together"),
        _rate(units, "as large at random"),
        "<br>".join(_example(one) for one in row["examples"][:EXAMPLES]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _rate(rates: Mapping, which: str) -> str:
    return percent(rates[which]) if which in rates else "–"


def _example(one: Mapping) -> str:
    """Return a link to an example: the sentence, the language and the step."""
    said, rival = (name(session.glass().tokenizer, one[key]) for key in ("said", "rival"))
    text = f"{said} / {rival}"
    return _link(text, one["text"], one["language"], one["step"] + 1, rival_token=rival)


def _link(text: str, sentence: str, language: str, step: int, **more: str) -> str:
    """Return a link to a decision, as HTML."""
    asked = {"source": sentence, "from": "en", "to": language, "step": step, **more}
    address = html.escape(f"trace_it?{urlencode(asked)}")
    return f'<a href="{address}" target="_self">{html.escape(text)}</a>'
