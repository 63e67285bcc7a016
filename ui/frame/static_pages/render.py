"""The static pages as HTML, which print well and need no script."""

import csv
import html
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from ui import locales
from ui.messages import N_, _, language

HERE = Path(__file__).parent
SERVER_FULL_TEMPLATE = Template((HERE / "full.html").read_text(encoding="utf-8"))
CONFORMANCE_LEVELS = (
    N_("Supports"),
    N_("Partially Supports"),
    N_("Does Not Support"),
    N_("Not Applicable"),
)
STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 sans-serif;
  color: light-dark(#15202b, #e9eef2); background: light-dark(#ffffff, #0e1317); }
:root { color-scheme: light dark; } a { color: light-dark(#0e7482, #4fc3c9); }
table { border-collapse: collapse; width: 100%; } h2 { margin-top: 2rem; }
th, td { border: 1px solid #8a949c; padding: .35rem .6rem; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; } @media print { body { margin: 0; max-width: none; font-size: 11px; } }
"""


@dataclass(frozen=True)
class Criterion:
    """One success criterion of WCAG 2.2.

    Args:
        criterion: its number.
        level: A or AA.
        name: its name.
        holds: its conformance level, a term of the VPAT, English in every language.
        why: what was found.
    """

    criterion: str
    level: str
    name: str
    holds: str
    why: str


def read_criteria() -> tuple[Criterion, ...]:
    """Return the results for each WCAG criterion of levels A and AA, in the current language."""
    return _parse_criteria(locales.find_translation_file(HERE / "accessibility.tsv", language()))


@cache
def _parse_criteria(path: Path) -> tuple[Criterion, ...]:
    """Read WCAG criteria and their results from a TSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Criterion(**row) for row in rows)


def privacy_html(app_version: str) -> str:
    """Return the privacy statement as HTML, for a school's data protection officer."""
    return _page_html(_("Privacy"), _fill_template("privacy"), app_version)


def accessibility_html(app_version: str) -> str:
    """Return the accessibility statement as HTML: criteria not fully supported first, then all."""
    partly = [one for one in read_criteria() if one.holds not in ("Supports", "Not Applicable")]
    counts = Counter(one.holds for one in read_criteria())
    parts = {
        "count": str(len(read_criteria())),
        "counts": ", ".join(
            f"{_(term).lower()} ({counts[term]})" for term in CONFORMANCE_LEVELS if counts[term]
        ),
        "tested": _fill_template("tested"),
        "partly": _criteria_table_html(partly),
        "all": _criteria_table_html(read_criteria()),
    }
    return _page_html(_("Accessibility"), _fill_template("accessibility", **parts), app_version)


def vpat_html(app_version: str) -> str:
    """Return the Accessibility Conformance Report (VPAT 2.5 INT) as HTML."""
    tables = {
        level: _criteria_table_html(
            [one for one in read_criteria() if one.level == level], in_vpat=True
        )
        for level in ("A", "AA")
    }
    parts = {"version": html.escape(app_version), "tested": _fill_template("tested")} | tables
    return _page_html(
        _("Accessibility Conformance Report"), _fill_template("vpat", **parts), app_version
    )


def server_full_html() -> str:
    """Return the HTML page shown while the server is full; it reloads by itself."""
    return SERVER_FULL_TEMPLATE.substitute(
        language=language(),
        title=_("The house is full"),
        heading=_("All seats are taken"),
        wait=_(
            "Right now, this server has as many visitors as it can serve well. Everyone inside "
            "keeps their seat, so please wait a little."
        ),
        again=_(
            "This page tries again every 20 seconds. It keeps your link and opens it "
            "as soon as a seat is free."
        ),
    )


def _fill_template(name: str, **parts: str) -> str:
    """Return an HTML template in the current language, with its placeholders filled."""
    path = locales.find_translation_file(HERE / f"{name}.html", language())
    return path.read_text(encoding="utf-8").format(**parts)


def _criteria_table_html(rows: Iterable[Criterion], *, in_vpat: bool = False) -> str:
    """Return a table of WCAG criteria as HTML; in a VPAT, conformance levels stay English."""
    holds, why = _("Is it met?"), _("What was found")
    if in_vpat:
        holds, why = _("Conformance Level"), _("Remarks")
    spoken = " lang='en'" if in_vpat else ""
    lines = "".join(
        f"<tr><th scope='row'>{one.criterion} {html.escape(one.name)} ({one.level})</th>"
        f"<td{spoken}>{html.escape(one.holds if in_vpat else _(one.holds))}</td>"
        f"<td>{html.escape(one.why)}</td></tr>"
        for one in rows
    )
    heads = "".join(f"<th scope='col'>{name}</th>" for name in (_("Criterion"), holds, why))
    head = f"<thead><tr>{heads}</tr></thead>"
    table = f"<table>{head}<tbody>{lines}</tbody></table>"
    return f"<div class='wide' tabindex='0' role='group' aria-label='{holds}'>{table}</div>"


def _page_html(title: str, body: str, app_version: str) -> str:
    """Return a complete HTML page with this title and body."""
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f"<title>{title} · Glass Transformer</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><style>{STYLE}</style></head><body><main>{body}</main>'
        "<hr><p>Glass Transformer "
        f'{html.escape(app_version)} · <a href="../">{_("to the app")}</a></p></body></html>'
    )
