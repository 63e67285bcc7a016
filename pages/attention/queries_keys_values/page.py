"""Queries, keys, values: three matrix products for each head, and what is inside a cell."""

from dataclasses import replace

import streamlit as st

from model.attention import MultiHeadAttention
from pages.attention.queries_keys_values import remarks
from pages.attention.queries_keys_values.compute import find_strongest_key, slice_head_projections
from pages.attention.queries_keys_values.views.head_strips import show_head_strips
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
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    kind = controls.choose_attention()
    layer = controls.choose_layer(kind)
    head = controls.choose_head(kind, layer)
    matrix = controls.choose_option(
        "matrix", _("Matrix"), {role: role for role in remarks.ROLES}, "Q"
    )
attention = reading.attention(kind, layer)
weights = slice_head_projections(session.glass().network_with(reading.changes), kind, layer, head)
results = {role: attention[role.lower()][0, head] for role in remarks.ROLES}
d_model, d_k = weights["Q"].shape

groups = list_projection_inputs(reading, kind, layer)
places: dict[str, int] = {}
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    for group in groups:
        asks = kind if "Q" in group.projections else "encoder"
        if matrix in group.projections:
            rows, place = group, controls.choose_token(group.tokens, group.key, attention=asks)
        else:
            default = default_choices.default_token_number(group.tokens, asks)
            place = (
                controls.integer_choice(group.key, len(group.tokens), default, default_varies=True)
                - 1
            )
        places |= dict.fromkeys(group.projections, place)
dimension = controls.integer_choice("dimension", d_k) - 1
place = places[matrix]

groups = [replace(group, row=places[group.projections[0]]) for group in groups]
with picture:
    show_projection(groups, weights, results, matrix=matrix, dimension=dimension)
explain.show_sentence_fact(remarks.describe_takeaway(results[matrix], rows.tokens, place, matrix))
query, (asking, answering) = places["Q"], reading.axes(kind)
key, weight, far = find_strongest_key(
    attention["weights"][0, head, query], query, whole_words(asking)
)
page_facts.publish_facts(
    **{"kind": kind, "layer": layer + 1, "head": head + 1, "weight": weight, "far": far},
    query=distinct_names(asking)[query],
    key=distinct_names(answering)[key],
)

if explain.show_section(NAME, "The same word in all heads"):
    vectors = {role: attention[role.lower()][0, :, places[role]] for role in remarks.ROLES}
    show_head_strips(
        vectors,
        {role: group.tokens[places[role]].text for group in groups for role in group.projections},
        head,
    )
    explain.show_page_link("trace_it", _("Why does a head attend there? Trace it →"))
explain.show_section(NAME, "A plain example: a library")
if explain.show_section(NAME, ATTENTION_NAMES[kind]):
    x, w = rows.x[place], weights[matrix][:, dimension]
    letter, cell = matrix.lower(), f"{place + 1},{dimension + 1}"
    asked = "M" if kind == "cross" else "X"  # M for the memory
    result = results[matrix][place, dimension]
    explain.show_formula(
        rf"Q = X\,W_Q \qquad K = {asked}\,W_K \qquad V = {asked}\,W_V",
        rf"{letter}_{{{cell}}} = \sum_{{i=1}}^{{{d_model}}} {rows.symbol.lower()}_{{{place + 1},i}}"
        rf"\,w_{{i,{dimension + 1}}} = {dot_product_latex(x, w)} = {result:.3f}",
    )
explain.show_code_and_shapes(
    MultiHeadAttention.forward,
    {group.name: " × ".join(map(str, group.x.shape)) for group in groups}
    | {_("W_{role} of one head").format(role=role): f"{d_model} × {d_k}" for role in remarks.ROLES}
    | {role: " × ".join(map(str, result.shape)) for role, result in results.items()},
    callee=MultiHeadAttention.split_heads,
)
