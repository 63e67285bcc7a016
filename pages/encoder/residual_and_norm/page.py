"""Residual and norm: one token in one Add & Norm, all tokens in all, and without residuals."""

import streamlit as st

from model.layers import AddAndNorm
from pages.encoder.residual_and_norm import add_and_norm, remarks
from pages.encoder.residual_and_norm.add_and_norm import AROUND, buttons, depth, passage, stages
from pages.encoder.residual_and_norm.deep_stacks import deep_stacks
from pages.encoder.residual_and_norm.figures.depth import norm_lines
from pages.encoder.residual_and_norm.figures.norms import spreads
from pages.encoder.residual_and_norm.residual_off import residual_off
from pages.encoder.residual_and_norm.views.norm_order import norm_order
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.reading import distinct_names
from ui.views.plot import plot
from ui.views.strips import strips

NAME = "residual_and_norm"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_norms)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    titles = buttons()
    around = AROUND[controls.one_of("sublayer", _("Sub-layer"), titles, "encoder-attention", False)]
    layer = controls.layer(around.stack)
tokens = around.tokens(reading)
picture = st.container()
word = controls.word(tokens, attention=around.stack)
names = [token.text for token in tokens]
through = passage(reading, around, layer)
n, d_model = through.x.shape
component = controls.number("component", d_model, default=0, least=0) - 1
if component < 0:  # none chosen: show the component that the sub-layer changes most
    component = add_and_norm.largest_change(through, word)
with picture:
    strips(
        add_and_norm.rows(through, word),
        key="frame",
        label=_("“{token}” through {sublayer}, layer {layer}, and its Add & Norm").format(
            token=names[word], sublayer=around.title, layer=layer + 1
        ),
        component=component,
    )
explain.in_your_sentence(remarks.look_for(through, word, distinct_names(tokens), around.title))

if explain.section(NAME, "LayerNorm, in numbers"):
    plot(
        spreads({_("sum"): through.summed, _("LayerNorm’s output"): through.output}, names, word),
        key="spreads",
        label=_("Mean and standard deviation of each token's numbers before and after LayerNorm"),
    )
    table, formula = st.columns(2, vertical_alignment="center")
    with table:
        st.markdown(remarks.statistics(through, word))
    with formula:
        explain.formula(
            r"\mathrm{LayerNorm}(v) ="
            r" \gamma \odot \frac{v - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
            remarks.numbers(through, word, component),
        )

if explain.section(NAME, "All tokens, through all sub-layers"):
    layers = len(session.glass().config.layers(around.stack))
    plot(
        norm_lines(
            stages(reading, around.stack, layers), depth(around, layer, layers), names, word
        ),
        key="norms",
        label=_(remarks.NORMS[around.stack]),
    )

if explain.section(NAME, "Take a residual away"):
    residual_off(reading, around, layer)
    explain.link_to("one_step", _("What the residual road does on the way back: One step →"))

explain.section(NAME, "Why are growing numbers bad?")

if explain.section(NAME, "Post-norm and pre-norm"):
    norm_order()

if explain.section(NAME, "Deep stacks, before any training"):
    deep_stacks()

explain.code_and_shapes(
    AddAndNorm.forward,
    {
        _("x, Sublayer(x), sum, output"): f"{n} × {d_model}",
        "γ, β": f"{d_model}",
        "μ, σ²": _("{count}, one for each token").format(count=n),
    },
)
