"""The section about one LSTM against one attention layer, timed on this machine and counted."""

import streamlit as st

from pages.background.history import cached
from pages.background.history.compute.table_1 import (
    ATTENTION,
    LSTM_BUILTIN,
    LSTM_LOOP,
    count_attention_multiplications,
    count_lstm_multiplications,
)
from pages.background.history.figures import GrowthAxes, LengthMark, plot_growth
from pages.background.history.growing_costs import LONGEST, list_lengths
from pages.background.history.remarks import costs
from ui.choices import controls
from ui.figures.theme import add_legend_above
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import show_figure
from ui.words import format_integer

TIMED = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2000]
HEIGHT, EMPTY = 340, (0.1, 1000.0)


def show_layer_comparison(reading: Reading, d_model: int) -> None:
    """Compare an LSTM and an attention layer by length: multiplications counted, and time measured.
    The measurement starts when people ask for it.

    Args:
        reading: the current reading, whose length is marked in both figures.
        d_model: width of the layers whose multiplications are counted.
    """
    own = LengthMark(len(reading.source), costs.label_sentence_length(len(reading.source)))
    left, right = st.columns(2)
    with right:
        _show_counts(own, d_model)
    with left:  # last: it may take a while
        _show_times(own)


def _show_counts(sentence_mark: LengthMark, d: int) -> None:
    """Plot the counted multiplications of an LSTM and an attention layer by length."""
    grid = list_lengths(2 * d)
    lines = {
        LSTM_LOOP: (grid, [count_lstm_multiplications(n, d) for n in grid]),
        ATTENTION: (grid, [count_attention_multiplications(n, d) for n in grid]),
    }
    explain.show_callout(costs.describe_counts(sentence_mark.n, d))
    crossing = LengthMark(2 * d, f"n = 2d = {2 * d}", "muted")
    axes = GrowthAxes(_("multiplications, counted"), LONGEST, HEIGHT)
    figure = add_legend_above(plot_growth(lines, axes, [sentence_mark, crossing]))
    show_figure(
        figure,
        key="counted",
        label=_("Counted multiplications for both layers, by sequence length"),
    )


def _show_times(sentence_mark: LengthMark) -> None:
    """Plot the measured times of both layer types, or show the button that measures them."""
    lines: dict[str, list[float]] = {}
    if "race begun" in st.session_state:
        lines = _measure_milliseconds()
        explain.show_callout(costs.describe_times(TIMED, lines))
    else:
        explain.show_callout(costs.describe_timing_offer(TIMED))
        st.button(_("Measure"), on_click=controls.set_choice, args=("race begun", True))
    axes = GrowthAxes(_("milliseconds, measured"), LONGEST, HEIGHT, span=None if lines else EMPTY)
    figure = plot_growth(
        {name: (TIMED, values) for name, values in lines.items()}, axes, [sentence_mark]
    )
    if lines:
        add_legend_above(figure)
    show_figure(
        figure, key="timed", label=_("Measured milliseconds for both layers, by sequence length")
    )


def _measure_milliseconds() -> dict[str, list[float]]:
    """Return the measured milliseconds of each layer at every length, with a progress bar."""
    progress, seconds = st.progress(0.0), []
    for place, n in enumerate(TIMED):
        progress.progress(place / len(TIMED), f"n = {format_integer(n)} ...")
        seconds.append(cached.time_layers(n))
    progress.empty()
    return {
        name: [one[name] * 1000 for one in seconds] for name in (LSTM_LOOP, LSTM_BUILTIN, ATTENTION)
    }
