"""Queries, keys, values: three matrix products for each head, and what is inside a cell."""

from dataclasses import replace

import streamlit as st

from model.attention import MultiHeadAttention
from pages.attention.queries_keys_values import remarks
from pages.attention.queries_keys_values.compute import best_key, projections
from pages.attention.queries_keys_values.views.head_strips import head_strips
from pages.attention.queries_keys_values.views.projection import projection, rows_to_project
from ui.choices import controls, first, page_facts
from ui.frame import explain
from ui.latex import dot_product
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import distinct_names, whole_words

NAME = "queries_keys_values"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_heads)
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    kind = controls.attention()
    layer = controls.layer(kind)
    head = controls.head(kind, layer)
    matrix = controls.one_of("matrix", _("Matrix"), {role: role for role in remarks.ROLES}, "Q")
attention = reading.attention(kind, layer)
weights = projections(session.glass().network_with(reading.changes), kind, layer, head)
results = {role: attention[role.lower()][0, head] for role in remarks.ROLES}
d_model, d_k = weights["Q"].shape

groups = rows_to_project(reading, kind, layer)
places: dict[str, int] = {}
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    for group in groups:
        asks = kind if "Q" in group.roles else "encoder"
        if matrix in group.roles:
            rows, place = group, controls.word(group.tokens, group.key, attention=asks)
        else:
            default = first.word(group.tokens, asks)
            place = controls.number(group.key, len(group.tokens), default, computed=True) - 1
        places |= dict.fromkeys(group.roles, place)
dimension = controls.number("dimension", d_k) - 1
place = places[matrix]

groups = [replace(group, place=places[group.roles[0]]) for group in groups]
with picture:
    projection(groups, weights, results, matrix=matrix, dimension=dimension)
explain.in_your_sentence(remarks.look_for(results[matrix], rows.tokens, place, matrix))
query, (asking, answering) = places["Q"], reading.axes(kind)
key, weight, far = best_key(attention["weights"][0, head, query], query, whole_words(asking))
page_facts.tell(
    **{"kind": kind, "layer": layer + 1, "head": head + 1, "weight": weight, "far": far},
    query=distinct_names(asking)[query],
    key=distinct_names(answering)[key],
)

if explain.section(NAME, "The same word in all heads"):
    vectors = {role: attention[role.lower()][0, :, places[role]] for role in remarks.ROLES}
    head_strips(
        vectors,
        {role: group.tokens[places[role]].text for group in groups for role in group.roles},
        head,
    )
    explain.link_to("trace_it", _("Why does a head attend to that? Trace it →"))
explain.section(NAME, "A plain example: a library")
if explain.section(NAME, ATTENTION_NAMES[kind]):
    x, w = rows.x[place], weights[matrix][:, dimension]
    letter, cell = matrix.lower(), f"{place + 1},{dimension + 1}"
    asked = "M" if kind == "cross" else "X"  # M for the memory
    result = results[matrix][place, dimension]
    explain.formula(
        rf"Q = X\,W_Q \qquad K = {asked}\,W_K \qquad V = {asked}\,W_V",
        rf"{letter}_{{{cell}}} = \sum_{{i=1}}^{{{d_model}}} {rows.letter.lower()}_{{{place + 1},i}}"
        rf"\,w_{{i,{dimension + 1}}} = {dot_product(x, w)} = {result:.3f}",
    )
explain.code_and_shapes(
    MultiHeadAttention.forward,
    {group.name: " × ".join(map(str, group.x.shape)) for group in groups}
    | {_("W_{role} of one head").format(role=role): f"{d_model} × {d_k}" for role in remarks.ROLES}
    | {role: " × ".join(map(str, result.shape)) for role, result in results.items()},
    also=MultiHeadAttention.split_heads,
)
