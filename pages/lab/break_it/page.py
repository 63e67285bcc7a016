"""Parts of the trained model ablated or changed, and the translations that result."""

import streamlit as st

from model.changes import edits, kinds
from pages.lab.break_it import component_switches, damage, remarks
from pages.lab.break_it import switches as breaking
from pages.lab.break_it.figures import plot_divergence, plot_token_probabilities
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _, pgettext
from ui.readings import session
from ui.sentence import join_remarks, say
from ui.views.plot import show_figure
from ui.words import format_integer

NAME = "break_it"

explain.show_opening(NAME)
reading = controls.current_reading()
breaking.show_experiment_buttons(reading)
with st.spinner(_("Translating with the original model ...")):
    found = damage.compare_models(reading)
    shown = found if reading.changes else damage.compare_models(breaking.preview(reading))
plain = found.original.translation
page_facts.publish_facts(
    changes=1 if breaking.is_experiment(reading.changes) else len(reading.changes),
    plain=plain,
    broken=found.changed.translation,
)
name = pgettext("translation", "changed") if reading.changes else _("preview: no positions")
tokens = [token.text for token in found.original.output]
show_figure(
    plot_token_probabilities(shown.before, shown.after, tokens, name),
    key="damage",
    label=_("Probability of each token of the old translation in both models"),
)
st.html(f'<dl class="sayings spoken">{remarks.translation_diff_html(shown, name)}</dl>')
explain.show_sentence_fact(
    remarks.describe_takeaway(found, session.glass().tokenizer)
    if reading.changes
    else remarks.describe_preview(shown)
)
survivors = remarks.describe_survivors(shown)
explain.defer_sentence_fact(
    survivors if reading.changes else join_remarks(say("Take the positions away."), survivors)
)
with st.container(key="ledger"):
    breaking.show_active_changes(found)

if explain.show_section(NAME, "A head and one of its rows"):
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        kind = controls.choose_attention()
        layer = controls.choose_layer(kind)
        head = controls.choose_head(kind, layer)
    component_switches.show_head_switches(reading, kind, layer, head)
    component_switches.show_attention_row_editor(found, kind, layer, head)

if explain.show_section(NAME, "Another word's embedding"):
    component_switches.show_embedding_swap(found)

if explain.show_section(NAME, "Which head matters most"):
    component_switches.show_head_ranking(found)

if explain.show_section(NAME, "What the bars show"):
    show_figure(
        plot_divergence(shown.bits, tokens),
        key="moved",
        label=_("How far the prediction of each token of the old translation moved"),
    )
    explain.show_formula(
        r"D(p \,\|\, q) = \sum_{i} p_i \log_2 \frac{p_i}{q_i}",
        remarks.divergence_latex(shown),
    )
explain.show_code_and_shapes(
    kinds.collect_edits,
    {
        "p, q": f"{len(tokens)} × {format_integer(found.original.trace['logits'].shape[-1])}",
    },
    callee=edits.pin_weights,
)
