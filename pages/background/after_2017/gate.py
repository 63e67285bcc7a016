"""Gates: hidden units that are exactly zero, and three small networks that learn."""

import streamlit as st

from pages.background.after_2017.compute import silent_units
from pages.background.after_2017.figures.bars import silent
from pages.background.after_2017.race import race
from pages.background.after_2017.remarks import learned, parts
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot


def draw(reading: Reading) -> str:
    """Draw the share of silent units by layer, and the race of three feed-forward networks."""
    config, shares = session.glass().config, {}
    for stack in ("encoder", "decoder"):
        active = silent_units.firing(reading.trace, stack, len(config.layers(stack)))
        shares[stack] = silent_units.silent_share(active).tolist()
    plot(
        silent(shares),
        key="silent_units",
        label=_("Share of hidden numbers that are exactly zero, by layer of both stacks"),
    )
    st.markdown(_("**A small translator learns to reverse letters**, three times, from one seed:"))
    race("gates", learned.gates)
    return parts.gate(shares)
