"""Two tables: all heads, and BLEU on validation sentences as heads are pruned."""

import html
from collections.abc import Iterator, Mapping, Sequence

import streamlit as st

from model.census.orders import GROUPS
from pages.lab.head_census import cached, remarks
from pages.lab.head_census.choices import ORDERS, Choices
from pages.lab.head_census.views.census_table import COLUMNS, Column, show_census_table
from ui.choices import link
from ui.frame import explain
from ui.messages import N_, _, ngettext, pgettext
from ui.words import format_decimal, format_percent, html_table

QUARTERS = (1, 2, 3)
NAMES = ORDERS | {"chance": N_("random order")}


def show_head_table(choices: Choices) -> None:
    """Show the sortable table of all heads, with role, shares and importance.

    Args:
        choices: what the visitor chose on the page.
    """
    by_name: dict[str, Column] = {str(one): one for one in COLUMNS}
    default: Column = "silencing"
    sort = link.restore_control("census_sort", by_name.get, default, COLUMNS.__contains__)
    link.store_control("census_sort", sort, default)
    show_census_table(choices, cached.get_head_roles(*choices.sentence), sort)


def show_scores() -> None:
    """Show BLEU and chrF measured with heads silenced, by group, or why they are missing."""
    found = cached.load_head_statistics()
    if found is None:
        explain.show_callout(cached.describe_missing_statistics())
        return
    st.html(scores_table_html(found["curves"]))
    count = found["lines"] * found["directions"]
    said = ngettext(
        "BLEU, with chrF in brackets, on {count} validation sentence ({lines} for each direction, "
        "evenly spread), translated with greedy search. For random order, you see the lowest and "
        "the highest score of {orders} orders. With so few sentences, a difference of a few BLEU "
        "points means nothing.",
        "BLEU, with chrF in brackets, on {count} validation sentences ({lines} for each direction, "
        "evenly spread), translated with greedy search. For random order, you see the lowest and "
        "the highest score of {orders} orders. With so few sentences, a difference of a few BLEU "
        "points means nothing.",
        count,
    )
    st.caption(
        said.format(count=count, lines=found["lines"], orders=_count_random_orders(found["curves"]))
    )


def scores_table_html(curves: Sequence[Mapping]) -> str:
    """Return an HTML table of BLEU and chrF with none, a quarter, half, three quarters and all of
    the heads silenced.

    There is a row for each group of heads and each order of silencing them.

    Args:
        curves: "curves" of ``cached.load_head_statistics``: for each group and order a dict with
            "group", "order", "silenced" (numbers of heads), and "bleu" and "chrf" (scores at each).
    """
    parts = (format_percent(quarter / 4) for quarter in QUARTERS)
    names = (_("off"), _("order (least needed first)"), pgettext("heads", "none"), *parts, _("all"))
    return html_table("census-scores", names, _score_rows_html(curves))


def _score_rows_html(curves: Sequence[Mapping]) -> Iterator[str]:
    """Yield the table's rows; in each group, the range over the random orders comes last."""
    for group in GROUPS:
        own = [one for one in curves if one["group"] == group]
        for measure in cached.MEASURES:
            one = next((one for one in own if one["order"] == measure), None)
            if one:
                cells = [
                    _score_cell_html(one["bleu"][i], one["chrf"][i]) for i in _quarter_indices(one)
                ]
                name = _(remarks.GROUP_LABELS[group]) if measure == "silencing" else ""
                yield _score_row_html(name, measure, cells)
        random = [one for one in own if one["order"] == "random"]
        if random:
            columns = zip(
                *([one["bleu"][i] for i in _quarter_indices(one)] for one in random), strict=True
            )
            cells = [f"<td>{_score_range_html(column)}</td>" for column in columns]
            yield _score_row_html("", "chance", cells)


def _quarter_indices(curve: Mapping) -> list[int]:
    """Return the curve's indices at which none, a quarter, a half, ... of the heads are pruned."""
    whole = curve["silenced"][-1]
    return [i for i, count in enumerate(curve["silenced"]) if 4 * count % whole == 0]


def _score_row_html(group: str, measure: str, cells: Sequence[str]) -> str:
    """Return one table row: a group of heads, the order of pruning them, and the score cells."""
    name = f"<b>{html.escape(group)}</b>" if group else ""
    by = html.escape(_(NAMES[measure]))
    return f"<tr class='{measure}'><td>{name}</td><td>{by}</td>{''.join(cells)}</tr>"


def _score_cell_html(bleu: float, chrf: float) -> str:
    """Return one table cell: BLEU, with chrF in brackets."""
    return f"<td><b>{format_decimal(bleu, 1)}</b> ({format_decimal(chrf, 1)})</td>"


def _score_range_html(values: Sequence[float]) -> str:
    """Return the range of some scores as text, from the lowest to the highest."""
    low, high = min(values), max(values)
    if high - low < 0.05:
        return format_decimal(low, 1)
    said = _("{low:.1} to {high:.1}").format(low=low, high=high)
    return html.escape(said)


def _count_random_orders(curves: Sequence[Mapping]) -> int:
    """Return how many random pruning orders were measured."""
    return len({one["seed"] for one in curves if one["order"] == "random"})
