"""The section about gradients in deep stacks before any training."""

import streamlit as st

from pages.encoder.residual_and_norm import cached, remarks
from pages.encoder.residual_and_norm.figures.norms import plot_untrained_stacks
from ui.choices import controls
from ui.messages import N_, _
from ui.views.plot import show_figure

MEASURES = {
    "gradient": (N_("gradient"), N_("length of the gradient")),
    "differing": (N_("differences"), N_("the part that differs between positions")),
    "similarity": (N_("cosine"), N_("mean cosine between positions")),
    "norm": (N_("length"), N_("length of a position's vector")),
}
WEIGHTS = {"small": N_("as in this model"), "full": N_("all at full size")}


def show_deep_stacks() -> None:
    """Let people choose depth, initial weights and measure; plot four kinds of untrained stack.

    They are post-norm with residual connections, pre-norm with them, post-norm without them, and
    stacks with neither norms nor residual connections.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="choices_of_stacks"):
        layers = controls.choose_option(
            "depth", _("Layers"), {n: str(n) for n in (2, 6, 12, 24)}, 12
        )
        begins = {key: _(name) for key, name in WEIGHTS.items()}
        weights = controls.choose_option("weights", _("Matrices start out"), begins, "small")
        names = {key: _(name) for key, (name, __) in MEASURES.items()}
        measure = controls.choose_option("measure", _("Show"), names, "gradient")
    with st.spinner(_("Sending gradients through untrained stacks ...")):
        journeys = cached.measure_untrained_stacks(layers, weights == "small")
    title = _(MEASURES[measure][1])
    show_figure(
        plot_untrained_stacks(
            {kind: getattr(journey, measure) for kind, journey in journeys.items()},
            title,
            logarithmic=measure in ("gradient", "differing"),
        ),
        key="journeys",
        label=_("Untrained stacks of {layers} layers: {measure}, by depth").format(
            layers=layers, measure=title
        ),
    )
    st.markdown(remarks.describe_gradients(journeys))
