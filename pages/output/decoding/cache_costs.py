"""Section "What the cache saves": the cost of decoding with and without the key-value cache."""

import streamlit as st

from pages.output.decoding import figures, remarks
from pages.output.decoding.cached import count_step_costs
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import show_figure

COUNTED = 40  # at most this many steps are counted; more take long without the cache


def show_cache_costs(reading: Reading, explanation: str) -> None:
    """Show how many positions and multiplications each decoding step computes, without and with the
    key-value cache.

    Args:
        reading: the sentence and its translation, which is decoded again.
        explanation: the text before the formula for the multiplications.
    """
    given = reading.target[: min(COUNTED, len(reading.output))]  # step t is given the first t
    source, target = reading.source_ids, reading.target_ids[: len(given)]
    without, cached = (count_step_costs(source, target, kept) for kept in (False, True))
    st.markdown(remarks.describe_cache_savings(without, cached, len(reading.output)))
    rows = ([(step.rows, step.keys) for step in one] for one in (without, cached))
    show_figure(
        figures.plot_computed_rows([token.text for token in given], *rows),
        key="rows",
        label=_("Which positions each step computes, with and without the cache"),
    )
    counts = ([step.multiplications for step in one] for one in (without, cached))
    show_figure(
        figures.plot_multiplications(*counts),
        key="multiplications",
        label=_("Multiplications in each step, with and without the cache"),
    )
    st.markdown(explanation)
    config = session.glass().config
    explain.show_formula(
        remarks.FORMULA,
        remarks.last_step_multiplications_latex(config, len(source), without[-1], cached[-1]),
    )
