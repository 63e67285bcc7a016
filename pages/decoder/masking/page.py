"""Masking: maps of one head, leaks without the causal mask, padding, and two ways to get NaN."""

import streamlit as st

from model.attention import MultiHeadAttention
from model.transformer import causal_visible
from pages.decoder.masking import passes, remarks, trials
from pages.decoder.masking.views.mask_maps import Cell, mask_maps
from ui import latex
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import without_changes
from ui.readings.passes import pass_without_mask, shorten_reading

NAME = "masking"

explain.opening(NAME)
reading = shorten_reading(
    without_changes.without(controls.reading(), without_changes.of_self_attention)
)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    layer = controls.layer("decoder")
    head = controls.head("decoder", layer)
    causal = controls.switch("causal", _("causal mask"), True)
n = len(reading.target)
row = controls.number("row", n, default=(n + 1) // 2) - 1
column = controls.number("column", n, default=row + 2) - 1  # the token that the row must predict
shown = reading if causal else pass_without_mask(reading)
maps = passes.maps(shown, layer)
mask_maps(
    maps,
    reading.target,
    Cell(row, column, head),
    words=remarks.above(causal, remarks.LATER) | {"says": remarks.predictions(shown, reading)},
    key="causal_maps",
)
explain.in_your_sentence(remarks.look_for(shown, reading, layer, head, row))

if explain.section(NAME, "Mask off: what leaks"):
    trials.leak(reading)
if explain.section(NAME, "A model that learns without the mask"):
    trials.tiny_models()
if len(reading.target) > 1 and explain.section(NAME, "Change a later word"):
    trials.word_change(reading)
if explain.section(NAME, "After training, is the mask still needed?"):
    trials.inference(reading)
if explain.section(NAME, "Padding: sentences of several lengths in one batch"):
    trials.padding(reading, layer, head)
if explain.section(NAME, "Mask first, then softmax"):
    trials.order(maps, reading.target, head)
if explain.section(NAME, "Two ways to get NaN"):
    trials.traps()

scores, d_k = maps["scores"][head, row], shown.attention("decoder", layer)["q"].shape[-1]
explain.in_one_formula(
    r"\begin{gathered}\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V \\[4pt]"
    r" M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}\end{gathered}",
    latex.numbers(scores, maps["visible"][row], column, d_k, divide=True),
)
explain.code_and_shapes(
    MultiHeadAttention.attend,
    {
        "scores, masked, weights": f"{n} × {n}",
        "visible": _("{n} × {n}, true or false").format(n=n),
    },
    also=causal_visible,
)
