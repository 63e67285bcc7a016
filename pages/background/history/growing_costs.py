"""The section about Table 1 for any length: a table, three growth figures, a formula."""

import streamlit as st

from pages.background.history import costs_table
from pages.background.history.compute.families import KERNEL
from pages.background.history.compute.table_1 import table_1
from pages.background.history.figures import Axes, Mark, growth
from pages.background.history.remarks import costs
from ui.choices import controls, link
from ui.frame import explain
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import whole

NEIGHBOURS = 16  # of restricted self-attention
LONGEST, PAPER = 10_000, 512
LABELS = {
    "operations": N_("operations per layer of four kinds of layers, by length"),
    "sequential": N_("sequential operations of four kinds of layers, by length"),
    "path": N_("longest path in four kinds of layers, by length"),
}


def growing_costs(reading: Reading, d_model: int) -> None:
    """Let people choose n and d; show the costs of each kind of layer as table and figures.

    Args:
        reading: the current reading; n is its number of tokens by default.
        d_model: width of this model.
    """
    own = len(reading.source)
    controls.forget_for_another(reading, "length")
    widths = {
        d_model: _("{width}, this model").format(width=d_model),
        PAPER: _("{width}, the paper").format(width=PAPER),
    }
    choices, slider = st.columns([2, 3], vertical_alignment="center")
    with choices:
        d = controls.one_of("width", "d", widths, d_model)
    with slider:
        n = _length(lengths(own, d_model, PAPER), own)
    rows = table_1(n, d, KERNEL, NEIGHBOURS)
    st.html(costs_table.table(rows, min(NEIGHBOURS, n), min(KERNEL, n)))
    explain.finding(costs.cheaper(n, d, own))
    _curves(n, d)
    explain.formula(r"n^2 \cdot d < n \cdot d^2 \iff n < d", costs.formula(n, d))


def _length(options: list[int], default: int) -> int:
    """Let people choose one of many unevenly spaced lengths on a slider; return it."""
    by_name = {str(option): option for option in options}
    before = link.restore("length", by_name.get, default, options.__contains__)
    value = st.select_slider(_("n, positions"), options, before, key="length", format_func=whole)
    link.show("length", value, default)
    return value


def _curves(n: int, d: int) -> None:
    """Show a growth figure for each of the three columns of Table 1."""
    grid = lengths()
    rows = [table_1(length, d, KERNEL, NEIGHBOURS) for length in grid]
    measures = zip(LABELS, costs_table.TITLES, strict=True)
    for column, (measure, title) in zip(st.columns(3), measures, strict=True):
        lines = {name: (grid, [getattr(row[name], measure) for row in rows]) for name in rows[0]}
        crossing = [Mark(d, f"n = d = {d}", "muted")] if measure == "operations" else []
        figure = growth(lines, Axes(_(title), LONGEST), [Mark(n, f"n = {whole(n)}"), *crossing])
        with column:
            plot(figure, key=measure, label=_(LABELS[measure]))


def lengths(*also: int) -> list[int]:
    """Return round lengths up to the longest, and the given ones, in rising order."""
    round_ones = {
        int(digits * 10**power)
        for power in range(5)
        for digits in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
    }
    return sorted({n for n in round_ones if n <= LONGEST} | set(also))
