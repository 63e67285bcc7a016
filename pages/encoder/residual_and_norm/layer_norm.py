"""The section "LayerNorm, in numbers": one Add & Norm as strips, as a table and as a formula."""

from collections.abc import Sequence

import streamlit as st

from pages.encoder.residual_and_norm import add_and_norm, remarks
from pages.encoder.residual_and_norm.add_and_norm import AddNormActivations
from pages.encoder.residual_and_norm.figures.norms import plot_means_and_deviations
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.views.plot import show_figure
from ui.views.strips import show_strips


def show_numbers(through: AddNormActivations, word: int, names: Sequence[str], title: str) -> None:
    """Draw the numbers of one token in an Add & Norm, and of one component; a click changes it.

    Args:
        through: the activations in the Add & Norm.
        word: index of the token.
        names: the texts of all tokens.
        title: sub-layer and layer, in words.
    """
    component = controls.integer_choice("component", through.x.shape[1], default=0, minimum=0) - 1
    if component < 0:  # none chosen: show the component that the sub-layer changes most
        component = add_and_norm.find_largest_component(through, word)
    show_strips(
        add_and_norm.build_equation_strips(through, word),
        key="frame",
        label=_("“{token}” through {sublayer}, and its Add & Norm").format(
            token=names[word], sublayer=title
        ),
        component=component,
    )
    table, formula = st.columns(2, vertical_alignment="center")
    with table:
        st.markdown(remarks.statistics_table_markdown(through, word))
    with formula:
        explain.show_formula(
            r"\mathrm{LayerNorm}(v) ="
            r" \gamma \odot \frac{v - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
            remarks.component_latex(through, word, component),
        )
    show_figure(
        plot_means_and_deviations(
            {_("sum"): through.summed, _("LayerNorm’s output"): through.output}, names, word
        ),
        key="spreads",
        label=_("Mean and standard deviation of each token's numbers before and after LayerNorm"),
    )
