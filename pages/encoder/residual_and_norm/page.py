"""Residual and norm: one token in one Add & Norm, all tokens in all, and without residuals."""

import streamlit as st

from model.layers import AddAndNorm
from pages.encoder.residual_and_norm import add_and_norm, remarks, residual_off
from pages.encoder.residual_and_norm.add_and_norm import (
    ADD_NORM_KINDS,
    build_sublayer_axis,
    collect_add_norm_activations,
    collect_add_norm_vectors,
    list_button_labels,
)
from pages.encoder.residual_and_norm.deep_stacks import show_deep_stacks
from pages.encoder.residual_and_norm.figures.addition import plot_addition, plot_lengths
from pages.encoder.residual_and_norm.figures.depth import plot_vector_norms
from pages.encoder.residual_and_norm.layer_norm import show_numbers
from pages.encoder.residual_and_norm.views.norm_order import show_norm_order
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.reading import distinct_names
from ui.views.plot import show_figure

NAME = "residual_and_norm"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_layer_norm
)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    titles = list_button_labels()
    around = ADD_NORM_KINDS[
        controls.choose_option("sublayer", _("Sub-layer"), titles, "encoder-feed-forward", False)
    ]
    layer = controls.choose_layer(around.stack)
tokens = around.tokens(reading)
picture = st.container()
word = controls.choose_token(tokens, attention=around.stack)
names = [token.text for token in tokens]
through = collect_add_norm_activations(reading, around, layer)
n, d_model = through.x.shape
labels = distinct_names(tokens)
with picture:
    addition, lengths = st.columns([3, 2])
    with addition:
        show_figure(
            plot_addition(through.x[word], through.summed[word], labels[word]),
            key="addition",
            label=_("{token} before, the update and their sum as arrows").format(
                token=labels[word]
            ),
        )
        st.caption(remarks.describe_takeaway(through, word, labels, around.title))
    with lengths:
        show_figure(
            plot_lengths(through.summed, through.output, names, word),
            key="lengths",
            label=_("The length of every token's sum, and of LayerNorm’s output"),
        )
        st.caption(remarks.describe_lengths(through, labels))
without = residual_off.translate_without(reading, around, layer, through.x)
if without is not None:
    explain.show_sentence_fact(remarks.describe_lost_residual(reading.translation, without))
stream = reading.trace.residual_stream("encoder" if around.stack == "encoder" else "decoder")
angles = add_and_norm.compute_start_angles(stream, word)
explain.defer_sentence_fact(remarks.describe_top(angles, labels[word], around.stack))

if explain.show_section(NAME, "Take a residual away"):
    residual_off.show_residual_ablation(reading, around, layer)
    explain.show_page_link("one_step", _("What the residual road does on the way back: One step →"))

if explain.show_section(NAME, "LayerNorm, in numbers"):
    show_numbers(through, word, names, f"{around.title} {layer + 1}")

if explain.show_section(NAME, "All tokens, through all sub-layers"):
    layers = len(session.glass().config.layers(around.stack))
    show_figure(
        plot_vector_norms(
            collect_add_norm_vectors(reading, around.stack, layers),
            build_sublayer_axis(around, layer, layers),
            names,
            word,
        ),
        key="norms",
        label=_(remarks.NORMS[around.stack]),
    )

explain.show_section(NAME, "Why are growing numbers bad?")

if explain.show_section(NAME, "Post-norm and pre-norm"):
    show_norm_order()

if explain.show_section(NAME, "Deep stacks, before any training"):
    show_deep_stacks()

explain.show_code_and_shapes(
    AddAndNorm.forward,
    {
        _("x, Sublayer(x), sum, output"): f"{n} × {d_model}",
        "γ, β": f"{d_model}",
        "μ, σ²": _("{count}, one for each token").format(count=n),
    },
)
