"""Experts: which hidden units fire for which word, counted."""

import streamlit as st

from pages.background.after_2017 import choices
from pages.background.after_2017.compute import silent_units
from pages.background.after_2017.figures import maps
from pages.background.after_2017.names import STACKS
from pages.background.after_2017.remarks import whole as remarks
from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading, distinct_names
from ui.views.plot import plot


def draw(reading: Reading) -> str:
    """Draw how many hidden units every two words share."""
    with st.container(horizontal=True, vertical_alignment="center", key="expert_choices"):
        names = {stack: _(name) for stack, name in STACKS.items()}
        stack = controls.one_of("units_of", _("Feed-forward of the"), names, "decoder")
        layer = choices.layer("units_layer", stack)
    layers = len(session.glass().config.layers(stack))
    active = silent_units.firing(reading.trace, stack, layers)[layer]
    tokens = reading.source if stack == "encoder" else reading.target
    shares = silent_units.overlap(active)
    plot(
        maps.shared_units(shares.nan_to_num(), [token.text for token in tokens]),
        key="shared_units",
        label=_("Share of hidden units that are active for both of two words"),
    )
    return remarks.experts(silent_units.fired_for(active), active, shares, distinct_names(tokens))
