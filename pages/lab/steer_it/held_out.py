"""How often directions change held-out sentences, as measured beforehand."""

import html
from collections.abc import Iterator, Mapping

import streamlit as st

from model import storage
from pages.lab.steer_it import remarks
from pages.lab.steer_it.presets import NAMES
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import missing_measurements, session
from ui.words import format_shortest, html_table, language_name

COUNTS = {
    "turned": N_("turned"),
    "whole": N_("turned, not broken"),
    "broken": N_("broken"),
}


def show() -> None:
    """Show how often each direction changes translations as intended, and how often it breaks them.

    These shares were measured at several alphas, one of which the visitor chooses, on sentences
    from which no direction was computed.
    """
    table = session.load_measurements(storage.STEERING)
    if not table:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(storage.STEERING, remarks.NOT_MEASURED)
        )
        return
    options = {alpha: format_shortest(alpha) for alpha in table["alphas"]}
    usual = remarks.USUAL if remarks.USUAL in options else next(iter(options))
    with st.container(horizontal=True, vertical_alignment="center", key="held-out-choices"):
        alpha = controls.choose_option("measured_alpha", "α", options, usual)
    explain.show_callout(remarks.describe_held_out(table, alpha))
    place = table["alphas"].index(alpha)
    languages = dict.fromkeys(
        language for one in table["directions"].values() for language in one["languages"]
    )
    heads = [_("direction"), _("into"), _("could have turned"), _("broken before")]
    heads += [f"{_(kind)}: {_(COUNTS[count])}" for kind, count in _column_kinds()]
    st.html(html_table("steering-table", heads, _table_rows_html(table, place)))
    _show_examples(table, list(languages))


def _column_kinds() -> Iterator[tuple[str, str]]:
    """Yield, for each column of the table, the kind of direction and the outcome counted."""
    for count in COUNTS:
        yield remarks.KINDS["direction"], count
    for kind in ("random", "opposite"):
        for count in ("turned", "broken"):
            yield remarks.KINDS[kind], count


def _table_rows_html(table: Mapping, alpha_index: int) -> Iterator[str]:
    """Yield the table's rows as HTML: one per direction and language."""
    for name, one in table["directions"].items():
        for language, row in one["languages"].items():
            cells = [row["direction"][alpha_index][count] for count in COUNTS]
            cells += [
                row[kind][alpha_index][count]
                for kind in ("random", "opposite")
                for count in ("turned", "broken")
            ]
            shares = "".join(f"<td>{remarks.format_share(share)}</td>" for share in cells)
            yield (
                f'<tr><th scope="row">{html.escape(_(NAMES[name]))}</th>'
                f"<td>{html.escape(language_name(language))}</td>"
                f"<td>{row['could turn']}</td>"
                f"<td>{remarks.format_share(row['broken before'])}</td>{shares}</tr>"
            )


def _show_examples(table: Mapping, languages: list[str]) -> None:
    """Show held-out sentences of one direction and language, before and after steering."""
    names = {name: _(NAMES[name]) for name in table["directions"]}
    codes = {code: language_name(code) for code in languages}
    with st.container(horizontal=True, vertical_alignment="center", key="held-out-examples"):
        name = controls.choose_option(
            "measured_direction", _("Sentences"), names, next(iter(names))
        )
        language = controls.choose_option(
            "measured_language", _("Into"), codes, next(iter(codes)), label_shown=False
        )
    row = table["directions"][name]["languages"].get(language)
    if not row:
        return
    st.caption(
        _(
            "The first sentences that turned at α = 2, and the first that didn't. The table "
            "counts all."
        )
    )
    heads = [_("sentence"), _("without the arrow"), _("with α = 2"), _("turned?")]
    body = (
        f'<tr><td lang="en">{html.escape(one["text"])}</td>'
        f'<td lang="{html.escape(language)}">{html.escape(one["before"])}</td>'
        f'<td lang="{html.escape(language)}">{html.escape(one["after"])}</td>'
        f"<td>{html.escape(_('yes') if one['turned'] else _('no'))}</td></tr>"
        for one in row["examples"]
    )
    st.html(html_table("steering-table", heads, body))
