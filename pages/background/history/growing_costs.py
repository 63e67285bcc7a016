"""The section about Table 1 for any length: a table, three growth figures, a formula."""

import streamlit as st

from pages.background.history import costs_table
from pages.background.history.compute.families import KERNEL
from pages.background.history.compute.table_1 import compute_table_1
from pages.background.history.figures import GrowthAxes, LengthMark, plot_growth
from pages.background.history.remarks import costs
from ui.choices import controls, link
from ui.frame import explain
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.views.plot import show_figure
from ui.words import format_integer

NEIGHBOURS = 16  # of restricted self-attention
LONGEST, PAPER = 10_000, 512
LABELS = {
    "operations": N_("operations per layer for four kinds of layers, by sequence length"),
    "sequential": N_("sequential operations for four kinds of layers, by sequence length"),
    "path": N_("longest path in four kinds of layers, by sequence length"),
}


def show_growing_costs(reading: Reading, d_model: int) -> None:
    """Let people choose n and d; show the costs of each kind of layer as table and figures.

    Args:
        reading: the current reading; n is its number of tokens by default.
        d_model: width of this model.
    """
    own = len(reading.source)
    controls.reset_on_new_sentence(reading, "length")
    widths = {
        d_model: _("{width}, this model").format(width=d_model),
        PAPER: _("{width}, the paper").format(width=PAPER),
    }
    choices, slider = st.columns([2, 3], vertical_alignment="center")
    with choices:
        d = controls.choose_option("width", "d", widths, d_model)
    with slider:
        n = _choose_length(list_lengths(own, d_model, PAPER), own)
    rows = compute_table_1(n, d, KERNEL, NEIGHBOURS)
    st.html(costs_table.costs_table_html(rows, min(NEIGHBOURS, n), min(KERNEL, n)))
    explain.show_callout(costs.describe_cheaper_layer(n, d, own))
    _show_curves(n, d)
    explain.show_formula(r"n^2 \cdot d < n \cdot d^2 \iff n < d", costs.operations_latex(n, d))


def _choose_length(options: list[int], default: int) -> int:
    """Let people choose one of many unevenly spaced lengths on a slider; return it."""
    by_name = {str(option): option for option in options}
    before = link.restore_control("length", by_name.get, default, options.__contains__)
    value = st.select_slider(
        _("n, positions"), options, before, key="length", format_func=format_integer
    )
    link.store_control("length", value, default)
    return value


def _show_curves(n: int, d: int) -> None:
    """Plot operations, sequential steps and path length (Table 1) against the length n."""
    grid = list_lengths()
    rows = [compute_table_1(length, d, KERNEL, NEIGHBOURS) for length in grid]
    measures = zip(LABELS, costs_table.TITLES, strict=True)
    for column, (measure, title) in zip(st.columns(3), measures, strict=True):
        lines = {name: (grid, [getattr(row[name], measure) for row in rows]) for name in rows[0]}
        crossing = [LengthMark(d, f"n = d = {d}", "muted")] if measure == "operations" else []
        figure = plot_growth(
            lines,
            GrowthAxes(_(title), LONGEST),
            [LengthMark(n, f"n = {format_integer(n)}"), *crossing],
        )
        with column:
            show_figure(figure, key=measure, label=_(LABELS[measure]))


def list_lengths(*extra_lengths: int) -> list[int]:
    """Return round lengths from 1 to ``LONGEST`` together with the extra ones, in rising order."""
    round_ones = {
        int(digits * 10**power)
        for power in range(5)
        for digits in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
    }
    return sorted({n for n in round_ones if n <= LONGEST} | set(extra_lengths))
