"""Distance of the steered memory from the vectors of real sentences."""

import streamlit as st

from pages.lab.steer_it import cached, figures, remarks
from pages.lab.steer_it.experiment import SteeringExperiment
from ui.frame import explain
from ui.messages import _
from ui.views.plot import show_figure


def show_distances(experiment: SteeringExperiment, chosen_alpha: float) -> None:
    """Plot how far the encoder's outputs move away from those of real sentences as alpha grows.

    Args:
        experiment: the sentence, the direction, and where it is added.
        chosen_alpha: the selected factor of the direction, which is marked.
    """
    asked = cached.move_to_memory(experiment)
    alphas = [alpha for alpha in asked.alphas if alpha >= 0]
    steered = cached.compute_distances(asked)
    random = cached.compute_distances(asked, use_random_direction=True)
    at = chosen_alpha if chosen_alpha > 0 else max(alphas) / 2
    place = min(range(len(alphas)), key=lambda one: abs(alphas[one] - at))
    explain.show_callout(
        remarks.describe_distance(steered[0], steered[place], random[place], alphas[place])
    )
    if said := remarks.describe_memory_only(experiment):
        st.caption(said)
    show_figure(
        figures.plot_distances(alphas, steered, random, chosen_alpha),
        key="steering_distances",
        label=_("Distance of steered vectors from the nearest real vector, along α"),
    )
