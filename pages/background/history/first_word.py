"""The section about how much of a gradient reaches the first word in untrained networks."""

from statistics import geometric_mean

import streamlit as st

from model.transformer import CARRYING_GAIN
from pages.background.history import cached
from pages.background.history.compute.recurrence import ATTENTION, LSTM_KIND, RNN_KIND
from pages.background.history.figures import GrowthAxes, LengthMark, plot_growth
from pages.background.history.remarks import costs
from ui.choices import controls
from ui.figures.theme import add_legend_above
from ui.frame import explain
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.views.plot import show_figure
from ui.words import format_decimal, format_percent

LENGTHS = [1, 2, 4, 8, 16, 32, 64, 128]
STATES = {0: N_("PyTorch's default"), 1: N_("orthogonal"), 2: N_("2 × orthogonal")}
FORGET = {0: 0.5, 1: 0.73, 3: 0.95}  # bias of the forget gate -> how open it starts
SIZES = {0: N_("× {gain}, as in this model"), 1: N_("full size")}  # of W_V and W_O
LEAST, SEEDS = 1e-12, 999  # smallest plotted value; number of seeds


def show_first_word(reading: Reading) -> None:
    """Show how much of a gradient gets from the last word back to the first in untrained networks.
    A figure compares RNN, LSTM and attention by length; people choose how their weights start.

    Args:
        reading: the current reading; its length is measured, too, and marked in the figure.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="choices_of_networks"):
        states = {key: _(name) for key, name in STATES.items()}
        state = controls.choose_option("state", _("RNN: U starts out"), states, 0)
        kept = {bias: format_percent(share) for bias, share in FORGET.items()}
        forget = controls.choose_option("forget", _("LSTM: forget gates keep"), kept, 1)
        gain = format_decimal(CARRYING_GAIN, 1)
        sizes = {key: _(name).format(gain=gain) for key, name in SIZES.items()}
        size = controls.choose_option("writing", _("Attention: W_V, W_O start out"), sizes, 0)
        seed = controls.integer_choice("networks", SEEDS)
        other = seed % SEEDS + 1
        st.button(_("Other networks"), on_click=controls.set_choice, args=("networks", other))
    n = len(reading.source)
    lengths = sorted({*LENGTHS, n})
    settings = {RNN_KIND: state, LSTM_KIND: forget, ATTENTION: size}
    with st.spinner(_("Sending gradients back to the first word ...")):
        found = {
            kind: [cached.measure_gradient_reach(kind, length, setting, seed) for length in lengths]
            for kind, setting in settings.items()
        }
    means = {
        kind: [_compute_geometric_mean(each) for each in values] for kind, values in found.items()
    }
    explain.show_callout(costs.describe_gradient_reach(lengths, means, n))
    most = max(max(map(max, values)) for values in found.values())
    figure = plot_growth(
        {kind: (lengths, values) for kind, values in means.items()},
        GrowthAxes(
            _("gradient that reaches the first word"), max(lengths), 360, span=(LEAST, 3 * most)
        ),
        [LengthMark(n, costs.label_sentence_length(n))],
        single_runs={kind: list(zip(*values, strict=True)) for kind, values in found.items()},
    )
    show_figure(
        add_legend_above(figure),
        key="reach",
        label=_("How much of a gradient reaches the first word, by sentence length"),
    )


def _compute_geometric_mean(values: list[float]) -> float:
    """Return the geometric mean; values are clamped above zero."""
    return geometric_mean(max(value, 1e-300) for value in values)
