"""All heads, and what the validation sentences lose without parts of each group: two tables."""

from collections.abc import Iterator, Mapping, Sequence

import streamlit as st

from model.census.orders import GROUPS
from pages.lab.head_census import cached, remarks
from pages.lab.head_census.choices import ORDERS, Choices
from pages.lab.head_census.views.census_table import COLUMNS, census_table
from ui.choices import link
from ui.frame import explain

QUARTERS = (1, 2, 3)
NAMES = ORDERS | {"chance": "random order"}


def show_heads(asked: Choices) -> None:
    """Draw all heads in one table; its order is a choice like others."""
    by_name = {one: one for one in COLUMNS}
    sort = link.restore("census_sort", by_name.get, "silencing", COLUMNS.__contains__)
    link.show("census_sort", sort, "silencing")
    census_table(asked, cached.roles(*asked.sentence), sort)


def show(asked: Choices) -> None:
    """Show BLEU and chrF of every group, as they were measured."""
    found = cached.table()
    if found is None:
        explain.finding(cached.why_no_table())
        return
    st.html(table(found["curves"]))
    count = found["lines"] * found["directions"]
    st.caption(
        f"BLEU, and chrF in brackets, of {count} validation sentences ({found['lines']} of each "
        "direction, evenly spread), translated greedily. Random order has the lowest and the "
        f"highest of {_seeds(found['curves'])} orders. With so few sentences, a few BLEU more or "
        "less mean nothing."
    )


def table(curves: Sequence[Mapping]) -> str:
    """Return the table as HTML: a row for each group and order."""
    top = "".join(f"<th>{part}</th>" for part in ("none", "25 %", "50 %", "75 %", "all"))
    rows = "".join(_rows(curves))
    return (
        '<table class="census-scores"><thead><tr><th>off</th><th>least needed first, by</th>'
        f"{top}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _rows(curves: Sequence[Mapping]) -> Iterator[str]:
    for group in GROUPS:
        own = [one for one in curves if one["group"] == group]
        for measure in cached.MEASURES:
            one = next((one for one in own if one["order"] == measure), None)
            if one:
                cells = [_cell(one["bleu"][i], one["chrf"][i]) for i in _quarters(one)]
                yield _row(remarks.OF[group] if measure == "silencing" else "", measure, cells)
        random = [one for one in own if one["order"] == "random"]
        if random:
            columns = zip(
                *([one["bleu"][i] for i in _quarters(one)] for one in random), strict=True
            )
            cells = [f"<td>{_range(column)}</td>" for column in columns]
            yield _row("", "chance", cells)


def _quarters(curve: Mapping) -> list[int]:
    whole = curve["silenced"][-1]
    return [i for i, count in enumerate(curve["silenced"]) if 4 * count % whole == 0]


def _row(group: str, measure: str, cells: Sequence[str]) -> str:
    name = f"<b>{group}</b>" if group else ""
    return f"<tr class='{measure}'><td>{name}</td><td>{NAMES[measure]}</td>{''.join(cells)}</tr>"


def _cell(bleu: float, chrf: float) -> str:
    return f"<td><b>{bleu:.1f}</b> ({chrf:.1f})</td>"


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.1f}" if high - low < 0.05 else f"{low:.1f} to {high:.1f}"


def _seeds(curves: Sequence[Mapping]) -> int:
    return len({one["seed"] for one in curves if one["order"] == "random"})
