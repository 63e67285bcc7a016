"""Kinds of decision, and the heads and units with the largest share in each."""

import html
from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from model.storage import FLOW
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.names import head_name, unit_name
from ui.frame import explain
from ui.messages import N_, _, ngettext
from ui.readings import session, unmeasured
from ui.readings.typed import name
from ui.words import percent

COLUMNS = (
    N_("decision"),
    N_("heads, share"),
    N_("first cut"),
    N_("all five cut"),
    N_("an equal number of others"),
    N_("others of equal size"),
    N_("units, share"),
    N_("all five cut"),
    N_("others of equal size"),
    N_("try"),
)
EXAMPLES = 2  # links per kind
PRESETS = {  # sentence, target language, step from 1
    N_("the gender of an article"): ("Where is the station?", "es", 4),
    N_("“not”"): ("I do not like cold soup.", "fr", 2),
    N_("a pronoun"): ("He hunts with a bow and arrow.", "de", 1),
    N_("a name"): ("Anna and Peter live in Berlin.", "de", 4),
    N_("the language"): ("The dog is sleeping.", "fr", 2),
}


def show() -> None:
    """Show example decisions as links, and the measured table of kinds."""
    known = session.glass().config.languages
    some = [_link(_(name), *one) for name, one in PRESETS.items() if {"en", one[1]} <= {*known}]
    if some:
        tried = _("Decisions to try: {decisions}").format(decisions=", ".join(some))
        st.html(f'<p class="presets">{tried}</p>')
    table = cached.table()
    if table is None:
        explain.unknown(unmeasured.reason(FLOW, _(remarks.NO_TABLE)))
        return
    kinds = table["kinds"]
    explain.finding(remarks.decides(kinds))
    st.html(_table(kinds))
    st.caption(remarks.say_sample(table))


def _table(kinds: Mapping) -> str:
    """Return the table of kinds as HTML."""
    head = "".join(f"<th>{_(one)}</th>" for one in COLUMNS)
    rows = "".join(_row(kind, row) for kind, row in kinds.items())
    return f'<div class="wide"><table class="kinds"><tr>{head}</tr>{rows}</table></div>'


def _row(kind: str, row: Mapping) -> str:
    """Return one kind's row: strongest heads and units, and the effect of ablating them."""
    heads, units, count = row["all heads"], row["all units"], row["decisions"]
    decisions = ngettext("{count} decision", "{count} decisions", count).format(count=count)
    cells = [
        f"<b>{html.escape(_(kind))}</b><br>{decisions}",
        "<br>".join(f"{head_name(one)} <b>{percent(one['share'])}</b>" for one in row["heads"]),
        percent(row["heads"][0]["changed"]),
        _rate(heads, "together"),
        _rate(heads, "as many at random"),
        _rate(heads, "as large at random"),
        "<br>".join(f"{unit_name(one)} <b>{percent(one['share'], 1)}</b>" for one in row["units"]),
        _rate(units, "together"),
        _rate(units, "as large at random"),
        "<br>".join(_example(one) for one in row["examples"][:EXAMPLES]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _rate(rates: Mapping, which: str) -> str:
    """Return a rate in percent, or a dash if it was not measured."""
    return percent(rates[which]) if which in rates else "–"


def _example(one: Mapping) -> str:
    """Return a link to a measured example decision, as HTML."""
    said, rival = (name(session.glass().tokenizer, one[key]) for key in ("said", "rival"))
    text = f"{said} / {rival}"
    return _link(text, one["text"], one["language"], one["step"] + 1, rival_token=rival)


def _link(text: str, sentence: str, language: str, step: int, **more: str) -> str:
    """Return a link to a decision, as HTML."""
    asked = {"source": sentence, "from": "en", "to": language, "step": step, **more}
    address = html.escape(f"trace_it?{urlencode(asked)}")
    return f'<a href="{address}" target="_self">{html.escape(text)}</a>'
