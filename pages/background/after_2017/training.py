"""Training: Adam against plain descent on small networks, and dropout left on."""

import streamlit as st

from pages.background.after_2017 import cached
from pages.background.after_2017.figures import tokens
from pages.background.after_2017.race import race
from pages.background.after_2017.remarks import learned as remarks
from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import as_typed

PASSES = 5
SHARES = (0.1, 0.3)


def draw(reading: Reading) -> str:
    """Draw the race of four trainings, and five passes with dropout."""
    st.markdown(_("**A small translator learns to reverse letters**, four times, from one seed:"))
    race("optimizers", remarks.optimizers)
    share = controls.one_of(
        "left_on", _("Dropout left on in this model"), {s: as_typed(s) for s in SHARES}, SHARES[0]
    )
    target = (reading.target_ids[0], *reading.output_ids)
    passes = cached.with_dropout(reading.source_ids, target, share, tuple(range(1, PASSES + 1)))
    plain = cached.costs_of(reading, ())
    names = [token.text for token in reading.output]
    plot(
        tokens.spread_of_costs(passes, plain, names),
        key="dropout_left_on",
        label=_("Loss of each token in five passes with dropout, and without"),
    )
    rate = session.glass().config.P_drop
    return remarks.dropout(passes, plain, names, share == rate)
