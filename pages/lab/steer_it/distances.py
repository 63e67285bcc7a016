"""Distance of the steered memory from the vectors of real sentences."""

import streamlit as st

from pages.lab.steer_it import cached, figures, remarks
from pages.lab.steer_it.question import Question
from ui.frame import explain
from ui.messages import _
from ui.views.plot import plot


def show(question: Question, now: float) -> None:
    """Plot the distance to the nearest real vector along the direction, with ``now``, its alpha."""
    asked = cached.at_memory(question)
    alphas = [alpha for alpha in asked.alphas if alpha >= 0]
    steered, random = cached.distances(asked), cached.distances(asked, random=True)
    at = now if now > 0 else max(alphas) / 2
    place = min(range(len(alphas)), key=lambda one: abs(alphas[one] - at))
    explain.finding(remarks.distance(steered[0], steered[place], random[place], alphas[place]))
    if said := remarks.only_memory(question):
        st.caption(said)
    plot(
        figures.distances(alphas, steered, random, now),
        key="steering_distances",
        label=_("Distance of steered vectors from the nearest real vector, along α"),
    )
