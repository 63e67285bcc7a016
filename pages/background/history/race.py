"""The section about one LSTM against one attention layer, timed on this machine and counted."""

import streamlit as st

from pages.background.history import cached
from pages.background.history.compute.table_1 import (
    ATTENTION,
    LOOP,
    OWN_CODE,
    attention_multiplications,
    lstm_multiplications,
)
from pages.background.history.figures import Axes, Mark, growth
from pages.background.history.growing_costs import LONGEST, lengths
from pages.background.history.remarks import costs
from ui.choices import controls
from ui.figures.theme import legend_above
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import whole

TIMED = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2000]
HEIGHT, EMPTY = 340, (0.1, 1000.0)


def race(reading: Reading, d_model: int) -> None:
    """Show multiplications of an LSTM and an attention layer and, on request, measured times.

    Args:
        reading: the current reading, whose length is marked.
        d_model: width of both layers.
    """
    own = Mark(len(reading.source), costs.this_sentence(len(reading.source)))
    left, right = st.columns(2)
    with right:
        _draw_counts(own, d_model)
    with left:  # last: it may take a while
        _draw_times(own)


def _draw_counts(own: Mark, d: int) -> None:
    """Plot the counted multiplications of both layers by length."""
    grid = lengths(2 * d)
    lines = {
        LOOP: (grid, [lstm_multiplications(n, d) for n in grid]),
        ATTENTION: (grid, [attention_multiplications(n, d) for n in grid]),
    }
    explain.finding(costs.compare_counts(own.n, d))
    crossing = Mark(2 * d, f"n = 2d = {2 * d}", "muted")
    axes = Axes(_("multiplications, counted"), LONGEST, HEIGHT)
    figure = legend_above(growth(lines, axes, [own, crossing]))
    plot(figure, key="counted", label=_("Multiplications of both layers by length, counted"))


def _draw_times(own: Mark) -> None:
    """Plot the measured times of the layers, or show the button that measures them."""
    lines: dict[str, list[float]] = {}
    if "race begun" in st.session_state:
        lines = _milliseconds()
        explain.finding(costs.compare_times(TIMED, lines))
    else:
        explain.finding(costs.offer_times(TIMED))
        st.button(_("Measure"), on_click=controls.choose, args=("race begun", True))
    axes = Axes(_("milliseconds, measured"), LONGEST, HEIGHT, span=None if lines else EMPTY)
    figure = growth({name: (TIMED, values) for name, values in lines.items()}, axes, [own])
    if lines:
        legend_above(figure)
    plot(figure, key="timed", label=_("Milliseconds of both layers by length, measured"))


def _milliseconds() -> dict[str, list[float]]:
    """Return the measured milliseconds of each layer at every length, with a progress bar."""
    progress, seconds = st.progress(0.0), []
    for place, n in enumerate(TIMED):
        progress.progress(place / len(TIMED), f"n = {whole(n)} ...")
        seconds.append(cached.layer_seconds(n))
    progress.empty()
    return {name: [one[name] * 1000 for one in seconds] for name in (LOOP, OWN_CODE, ATTENTION)}
