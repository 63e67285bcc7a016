"""Two tables: all heads, and BLEU on validation sentences as heads are pruned."""

import html
from collections.abc import Iterator, Mapping, Sequence

import streamlit as st

from model.census.orders import GROUPS
from pages.lab.head_census import cached, remarks
from pages.lab.head_census.choices import ORDERS, Choices
from pages.lab.head_census.views.census_table import COLUMNS, census_table
from ui.choices import link
from ui.frame import explain
from ui.messages import N_, _, ngettext, pgettext
from ui.words import decimal, html_table, percent

QUARTERS = (1, 2, 3)
NAMES = ORDERS | {"chance": N_("random order")}


def show_heads(asked: Choices) -> None:
    """Show the sortable table of all heads."""
    by_name = {one: one for one in COLUMNS}
    sort = link.restore("census_sort", by_name.get, "silencing", COLUMNS.__contains__)
    link.show("census_sort", sort, "silencing")
    census_table(asked, cached.roles(*asked.sentence), sort)


def show(asked: Choices) -> None:
    """Show measured BLEU and chrF after pruning each group, or why there are none."""
    found = cached.table()
    if found is None:
        explain.finding(cached.why_no_table())
        return
    st.html(table(found["curves"]))
    count = found["lines"] * found["directions"]
    said = ngettext(
        "BLEU, with chrF in brackets, on {count} validation sentence ({lines} of each "
        "direction, evenly spread), translated with greedy search. For random order, you see "
        "the lowest and the highest of {orders} orders. With so few sentences, a difference of "
        "a few BLEU means nothing.",
        "BLEU, with chrF in brackets, on {count} validation sentences ({lines} of each "
        "direction, evenly spread), translated with greedy search. For random order, you see "
        "the lowest and the highest of {orders} orders. With so few sentences, a difference of "
        "a few BLEU means nothing.",
        count,
    )
    st.caption(said.format(count=count, lines=found["lines"], orders=_seeds(found["curves"])))


def table(curves: Sequence[Mapping]) -> str:
    """Return an HTML table of BLEU and chrF: one row per group and order."""
    parts = (percent(quarter / 4) for quarter in QUARTERS)
    names = (_("off"), _("order (least needed first)"), pgettext("heads", "none"), *parts, _("all"))
    return html_table("census-scores", names, _rows(curves))


def _rows(curves: Sequence[Mapping]) -> Iterator[str]:
    """Yield the table's rows, with the range of all random orders last."""
    for group in GROUPS:
        own = [one for one in curves if one["group"] == group]
        for measure in cached.MEASURES:
            one = next((one for one in own if one["order"] == measure), None)
            if one:
                cells = [_cell(one["bleu"][i], one["chrf"][i]) for i in _quarters(one)]
                name = _(remarks.OF[group]) if measure == "silencing" else ""
                yield _row(name, measure, cells)
        random = [one for one in own if one["order"] == "random"]
        if random:
            columns = zip(
                *([one["bleu"][i] for i in _quarters(one)] for one in random), strict=True
            )
            cells = [f"<td>{_range(column)}</td>" for column in columns]
            yield _row("", "chance", cells)


def _quarters(curve: Mapping) -> list[int]:
    """Return the indices at which a quarter, a half, ... of the heads are pruned."""
    whole = curve["silenced"][-1]
    return [i for i, count in enumerate(curve["silenced"]) if 4 * count % whole == 0]


def _row(group: str, measure: str, cells: Sequence[str]) -> str:
    """Return one table row: BLEU and chrF of one group and order."""
    name = f"<b>{html.escape(group)}</b>" if group else ""
    by = html.escape(_(NAMES[measure]))
    return f"<tr class='{measure}'><td>{name}</td><td>{by}</td>{''.join(cells)}</tr>"


def _cell(bleu: float, chrf: float) -> str:
    """Return one table cell: BLEU, with chrF in brackets."""
    return f"<td><b>{decimal(bleu, 1)}</b> ({decimal(chrf, 1)})</td>"


def _range(values: Sequence[float]) -> str:
    """Return the lowest to the highest value as text."""
    low, high = min(values), max(values)
    if high - low < 0.05:
        return decimal(low, 1)
    said = _("{low} to {high}").format(low=decimal(low, 1), high=decimal(high, 1))
    return html.escape(said)


def _seeds(curves: Sequence[Mapping]) -> int:
    """Return how many random orders were measured."""
    return len({one["seed"] for one in curves if one["order"] == "random"})
