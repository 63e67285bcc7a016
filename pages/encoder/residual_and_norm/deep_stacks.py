"""The measurement of the page about residuals: gradients in deep stacks before any training."""

import streamlit as st

from pages.encoder.residual_and_norm import cached, remarks
from pages.encoder.residual_and_norm.figures.norms import journey_lines
from ui.choices import controls
from ui.views.plot import plot

MEASURES = {
    "gradient": ("gradient", "length of the gradient"),
    "differing": ("its differences", "its part that differs"),
    "similarity": ("cosine", "mean cosine between positions"),
    "norm": ("norm", "norm of a position's vector"),
}
WEIGHTS = {"small": "as this model began", "full": "all at full size"}


def deep_stacks() -> None:
    """Let the person choose depth, weights and measure; draw the four kinds of stack."""
    with st.container(horizontal=True, vertical_alignment="center", key="choices_of_stacks"):
        layers = controls.one_of("depth", "Layers", {n: str(n) for n in (2, 6, 12, 24)}, 12)
        weights = controls.one_of("weights", "Matrices begin", WEIGHTS, "small")
        names = {key: name for key, (name, _) in MEASURES.items()}
        measure = controls.one_of("measure", "Show", names, "gradient")
    with st.spinner("Sending gradients through untrained stacks ..."):
        journeys = cached.fresh_stacks(layers, weights == "small")
    title = MEASURES[measure][1]
    plot(
        journey_lines(
            {kind: getattr(journey, measure) for kind, journey in journeys.items()},
            title,
            logarithmic=measure in ("gradient", "differing"),
        ),
        key="journeys",
        label=f"Untrained stacks of {layers} layers: {title}, by depth",
    )
    st.markdown(remarks.what_arrives(journeys))
