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
from ui.readings import missing_measurements, session
from ui.readings.token_input import token_label
from ui.words import format_percent

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
    """Show links to example decoding steps; below, the measured table of the heads and hidden units
    that matter most for each kind of decision, such as the gender of an article.
    """
    known = session.glass().config.languages
    some = [
        _decision_link_html(_(name), *one)
        for name, one in PRESETS.items()
        if {"en", one[1]} <= {*known}
    ]
    if some:
        tried = _("Decisions to try: {decisions}").format(decisions=", ".join(some))
        st.html(f'<p class="presets">{tried}</p>')
    table = cached.load_flow_statistics()
    if table is None:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(FLOW, _(remarks.NO_TABLE))
        )
        return
    kinds = table["kinds"]
    explain.show_callout(remarks.describe_strongest_heads(kinds))
    st.html(_kinds_table_html(kinds))
    st.caption(remarks.describe_sample(table))


def _kinds_table_html(kinds: Mapping) -> str:
    """Return the table of kinds of choices (such as gender) as HTML."""
    head = "".join(f"<th>{_(one)}</th>" for one in COLUMNS)
    rows = "".join(_kind_row_html(kind, row) for kind, row in kinds.items())
    return f'<div class="wide"><table class="kinds"><tr>{head}</tr>{rows}</table></div>'


def _kind_row_html(decision_kind: str, row: Mapping) -> str:
    """Return the row of one kind of choice: strongest heads and units, and effects of ablation."""
    heads, units, count = row["all heads"], row["all units"], row["decisions"]
    decisions = ngettext("{count} decision", "{count} decisions", count).format(count=count)
    cells = [
        f"<b>{html.escape(_(decision_kind))}</b><br>{decisions}",
        "<br>".join(
            f"{head_name(one)} <b>{format_percent(one['share'])}</b>" for one in row["heads"]
        ),
        format_percent(row["heads"][0]["changed"]),
        _format_rate(heads, "together"),
        _format_rate(heads, "as many at random"),
        _format_rate(heads, "as large at random"),
        "<br>".join(
            f"{unit_name(one)} <b>{format_percent(one['share'], 1)}</b>" for one in row["units"]
        ),
        _format_rate(units, "together"),
        _format_rate(units, "as large at random"),
        "<br>".join(_example_link_html(one) for one in row["examples"][:EXAMPLES]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _format_rate(rates: Mapping, rate_name: str) -> str:
    """Return a rate in percent, or a dash if it was not measured."""
    return format_percent(rates[rate_name]) if rate_name in rates else "–"


def _example_link_html(example: Mapping) -> str:
    """Return an HTML link that opens this page at a measured example's decoding step."""
    said, rival = (
        token_label(session.glass().tokenizer, example[key]) for key in ("said", "rival")
    )
    text = f"{said} / {rival}"
    return _decision_link_html(
        text, example["text"], example["language"], example["step"] + 1, rival_token=rival
    )


def _decision_link_html(
    link_text: str, sentence: str, language: str, step: int, **more: str
) -> str:
    """Return an HTML link that opens this page at one decoding step of a sentence."""
    asked = {"source": sentence, "from": "en", "to": language, "step": step, **more}
    address = html.escape(f"trace_it?{urlencode(asked)}")
    return f'<a href="{address}" target="_self">{html.escape(link_text)}</a>'
