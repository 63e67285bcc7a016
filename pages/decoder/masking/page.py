"""Masking: maps of one head, leaks without the causal mask, padding, and two ways to get NaN."""

import streamlit as st

from model.attention import MultiHeadAttention
from model.transformer import causal_visible
from pages.decoder.masking import passes, remarks, trials
from pages.decoder.masking.views.mask_maps import Cell, show_mask_maps
from ui import latex
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import without_changes
from ui.readings.passes import pass_without_mask, truncate_reading

NAME = "masking"

explain.show_opening(NAME)
reading = truncate_reading(
    without_changes.undo_changes(controls.current_reading(), without_changes.affects_self_attention)
)
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    causal = controls.choose_switch("causal", _("causal mask"), True)
    layer = controls.choose_layer("decoder")
    leaks = passes.compute_unmasked_weights(reading)
    head = controls.choose_head("decoder", layer, passes.find_peeking_head(leaks[layer]) + 1)
n = len(reading.target)
peeking = passes.find_peeking_row(leaks[layer, head], reading.target) + 1
row = controls.integer_choice("row", n, peeking, default_varies=True) - 1
column = (
    controls.integer_choice("column", n, default=row + 2) - 1
)  # the token that the row must predict
shown = reading if causal else pass_without_mask(reading)
maps = passes.collect_map_tensors(shown, layer)
with picture:
    show_mask_maps(
        maps,
        reading.target,
        Cell(row, column, head),
        words=remarks.make_map_headings(causal, remarks.CAUSAL_MASK_SUBTITLES)
        | {"says": remarks.compare_predictions(shown, reading)},
        key="causal_maps",
    )
explain.show_sentence_fact(remarks.describe_takeaway(shown, reading, layer, head, row))
if n > 1:
    explain.defer_sentence_fact(remarks.describe_total_leak(leaks))

if explain.show_section(NAME, "A model that learns without the mask"):
    trials.show_tiny_models()
if explain.show_section(NAME, "Mask off: what leaks"):
    trials.show_leak(reading)
if len(reading.target) > 1 and explain.show_section(NAME, "Change a later word"):
    trials.show_word_change(reading)
if explain.show_section(NAME, "After training, is the mask still needed?"):
    trials.show_unmasked_inference(reading)
if explain.show_section(NAME, "Padding: sentences of several lengths in one batch"):
    trials.show_padding(reading, layer, head)
if explain.show_section(NAME, "Mask first, then softmax"):
    trials.show_masking_order(maps, reading.target, head)
if explain.show_section(NAME, "Two ways to get NaN"):
    trials.show_nan_traps()

scores, d_k = maps["scores"][head, row], shown.attention("decoder", layer)["q"].shape[-1]
explain.show_page_formula(
    r"\begin{gathered}\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V \\[4pt]"
    r" M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}\end{gathered}",
    latex.attention_weight_latex(scores, maps["visible"][row], column, d_k, divide=True),
)
explain.show_code_and_shapes(
    MultiHeadAttention.attend,
    {
        "scores, masked, weights": f"{n} × {n}",
        "visible": _("{n} × {n}, true or false").format(n=n),
    },
    callee=causal_visible,
)
