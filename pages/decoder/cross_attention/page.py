"""Cross-attention: what each step reads from the memory, and which head aligns words."""

import streamlit as st

from model.attention import MultiHeadAttention
from model.storage import ALIGNMENT
from pages.decoder.cross_attention import alone, end_token, lines, remarks
from pages.decoder.cross_attention import choices as memory_page
from pages.decoder.cross_attention.figures import plot_alignment_errors, plot_source_bars
from pages.decoder.cross_attention.views.look_back import show_look_back
from pages.decoder.cross_attention.views.memory_view import show_memory_view
from ui.choices import controls, page_facts
from ui.frame import explain, sentence_comparison
from ui.messages import _
from ui.readings import missing_measurements, without_changes
from ui.views.plot import show_figure

NAME = "cross_attention"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_cross_attention, retranslate=True
)
alignment = memory_page.load_alignment_table()
picture = st.container()
choices, shown, other = memory_page.choose_row_options(reading, alignment)
readers = memory_page.make_target_readings(reading, other, choices)
look = memory_page.make_selection(readers, alignment, choices, shown)
version = memory_page.make_tensor_version(readers, choices)

with picture:
    show_memory_view(readers, look, alignment, version)
page_facts.publish_facts(**lines.collect_link_facts(readers[0], look))
explain.show_sentence_fact(remarks.describe_takeaway(readers, look))
explain.defer_sentence_fact(remarks.describe_word_order(readers, look))

looks_back = explain.show_section(NAME, "First, the decoder attends to its own words")
if looks_back:
    show_look_back(reading, look.layer, look.head, look.step, version)
    explain.show_page_link("masking", _("Masking →"))

layer, head = memory_page.clamp_to_one_head(look)
source = [token.text for token in reading.source]
if explain.show_section(NAME, "A weight is not yet a contribution"):
    explain.show_callout(remarks.describe_contribution(readers[0], layer, head, look.step))
    show_figure(
        plot_source_bars(
            source,
            lines.weight_and_contribution(readers[0], layer, head, look.step),
            _("share of the row"),
            lines.compute_value_norms(reading, layer, head),
        ),
        key="contributions",
        label=_("Weight and contribution of each source word in the chosen row"),
    )

sentence_comparison.show_attention_comparison(NAME, reading, "cross", layer, head)

if explain.show_section(NAME, "One memory, several readers"):
    explain.show_callout(remarks.describe_shared_memory(readers))
    show_figure(
        plot_source_bars(
            source, lines.sum_received_weight(readers, look), _("weight received in all steps")
        ),
        key="received",
        label=_("How much weight each source word receives over all steps"),
    )

if explain.show_section(NAME, "One vector alone"):
    alone.show_vectors_alone([reader.reading for reader in readers])
    explain.show_page_link("encoder_stack", _("Encoder stack →"))

if explain.show_section(NAME, "What the end token swallows"):
    end_token.show_end_token_share(reading, (layer, head, look.step), choices)

if explain.show_section(NAME, "Which head aligns words?"):
    if alignment:
        show_figure(
            plot_alignment_errors(
                alignment["rows"],
                memory_page.alignment_row_key(look),
                alignment["diagonal"]["mean"],
            ),
            key="errors",
            label=_("Alignment error rate of every head, layer by layer"),
            on_click=memory_page.select_clicked_head,
        )
    else:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(ALIGNMENT, missing_measurements.ALIGNMENT)
        )

explain.show_page_formula(
    r"\begin{gathered} \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V \\"
    r" Q = X_{\text{decoder}} W_Q \\ K = \text{memory}\; W_K, \; V = \text{memory}\; W_V"
    r" \end{gathered}",
    remarks.largest_weight_latex(
        reading, layer, head, look.step, lines.contribution_norms(reading, layer, head, look.step)
    ),
)
explain.show_code_and_shapes(MultiHeadAttention.forward, memory_page.tensor_shapes(reading))
memory_page.send_view_tensors(readers, version, looks_back)
