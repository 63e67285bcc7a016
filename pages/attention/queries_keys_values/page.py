"""Queries, keys, values: three matrix products for each head, and what is inside a cell."""

from dataclasses import replace

import streamlit as st

from model.attention import MultiHeadAttention
from pages.attention.queries_keys_values import remarks
from pages.attention.queries_keys_values.compute import (
    compute_agreements,
    find_strongest_key,
    slice_head_projections,
)
from pages.attention.queries_keys_values.views.head_strips import show_head_strips
from pages.attention.queries_keys_values.views.match import show_match
from pages.attention.queries_keys_values.views.projection import (
    list_projection_inputs,
    show_projection,
)
from ui.choices import controls, default_choices, page_facts
from ui.frame import explain
from ui.latex import dot_product_latex
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import distinct_names, whole_words

NAME = "queries_keys_values"

explain.show_opening(NAME)
reading = without_changes.undo_changes(controls.current_reading(), without_changes.groups_heads)
words, picture = st.container(), st.container()
st.caption(_("All this is one search, a **head**. The model has many. Choose another:"))
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    kind = controls.choose_attention()
    layer = controls.choose_layer(kind)
    head = controls.choose_head(kind, layer)
attention, axes = reading.attention(kind, layer), reading.axes(kind)
results = {role: attention[role.lower()][0, head] for role in remarks.ROLES}
visible = attention["visible"][0, 0]
asking, answering = axes
with words:
    query = controls.choose_token(asking, attention=kind)
agreements = compute_agreements(results["Q"], results["K"], visible)
names = distinct_names(asking), distinct_names(answering)
match = remarks.Match(agreements, query, names, kind)
key, weight, far = find_strongest_key(
    attention["weights"][0, head, query], query, whole_words(asking)
)
with picture:
    seen = [key in match.list_visible_keys() for key in range(len(answering))]
    show_match((results["Q"], results["K"], results["V"]), axes, query, seen, weight)
explain.show_sentence_fact(remarks.describe_match(match))
explain.defer_sentence_fact(remarks.describe_way_back(match))
page_facts.publish_facts(
    **{"kind": kind, "layer": layer + 1, "head": head + 1, "weight": weight, "far": far},
    query=names[0][query],
    key=names[1][key],
)

with st.container(key="matrices", horizontal=True, vertical_alignment="center"):
    st.subheader(_("Where the numbers come from"), anchor=False, width="content")
    matrix = controls.choose_option(
        "matrix", _("Matrix"), {role: role for role in remarks.ROLES}, "Q"
    )
weights = slice_head_projections(session.glass().network_with(reading.changes), kind, layer, head)
d_model, d_k = weights["Q"].shape
groups = list_projection_inputs(reading, kind, layer)
places = dict.fromkeys(remarks.ROLES, query)
if kind == "cross":
    default = default_choices.default_token_number(answering)
    memory = controls.integer_choice("memory_word", len(answering), default, default_varies=True)
    places |= {"K": memory - 1, "V": memory - 1}
dimension = controls.integer_choice("dimension", d_k) - 1
groups = [replace(group, row=places[group.projections[0]]) for group in groups]
[rows] = [group for group in groups if matrix in group.projections]
show_projection(groups, weights, results, matrix=matrix, dimension=dimension)

if explain.show_section(NAME, "The same word in all heads"):
    vectors = {role: attention[role.lower()][0, :, places[role]] for role in remarks.ROLES}
    show_head_strips(
        vectors,
        {role: group.tokens[places[role]] for group in groups for role in group.projections},
        head,
    )
    explain.show_page_link("trace_it", _("Why does a head attend there? Trace it →"))
explain.show_section(NAME, "A plain example: a library")
if explain.show_section(NAME, f"The formula: {ATTENTION_NAMES[kind].lower()}"):
    place, letter = rows.row + 1, matrix.lower()
    x, w = rows.x[rows.row], weights[matrix][:, dimension]
    asked = "M" if kind == "cross" else "X"  # M for the memory
    result = results[matrix][rows.row, dimension]
    explain.show_formula(
        rf"Q = X\,W_Q \qquad K = {asked}\,W_K \qquad V = {asked}\,W_V",
        rf"{letter}_{{{place},{dimension + 1}}} ="
        rf" \sum_{{i=1}}^{{{d_model}}} {rows.symbol.lower()}_{{{place},i}}"
        rf"\,w_{{i,{dimension + 1}}} = {dot_product_latex(x, w)} = {result:.3f}",
    )
explain.show_code_and_shapes(
    MultiHeadAttention.forward,
    {group.name: " × ".join(map(str, group.x.shape)) for group in groups}
    | {_("W_{role} of one head").format(role=role): f"{d_model} × {d_k}" for role in remarks.ROLES}
    | {role: " × ".join(map(str, result.shape)) for role, result in results.items()},
    callee=MultiHeadAttention.split_heads,
)
