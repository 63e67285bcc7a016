"""Scaled dot-product attention: six steps for one word, then all words, then one cell."""

import math

import streamlit as st

from model.attention import MultiHeadAttention
from model.measures import attention_entropy
from pages.attention.scaled_dot_product import compute, figures, remarks
from pages.attention.scaled_dot_product.views.attention_matrices import show_attention_matrices
from pages.attention.scaled_dot_product.views.attention_steps import (
    AttentionSelection,
    show_attention_steps,
)
from ui import latex
from ui.choices import controls, page_facts
from ui.frame import explain, sentence_comparison
from ui.messages import _
from ui.readings import without_changes
from ui.readings.reading import distinct_names
from ui.views.plot import show_figure

NAME = "scaled_dot_product"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_attention_weights
)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind = controls.choose_attention()
    layer = controls.choose_layer(kind)
    head = controls.choose_head(kind, layer)
queries, keys = reading.axes(kind)
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="word_and_division"):
    with st.container():
        word = controls.choose_token(queries, attention=kind)
    divide = controls.choose_switch("divide", _("divide by √dₖ"), True)
key = controls.integer_choice("key", len(keys), default=0, minimum=0) - 1  # -1: the strongest

attention = reading.attention(kind, layer)
q, k = attention["q"][0], attention["k"][0]
d_k = q.shape[-1]
choice = AttentionSelection(word, key, head, divide)
with picture:
    show_attention_steps(attention, queries, keys, choice, key="steps")

products = attention_entropy.query_key_products(q, k)
visible = attention["visible"][0].expand(1, len(queries), len(keys))
divisor = math.sqrt(d_k) if divide else 1.0
weights = (
    attention["weights"][0]
    if divide
    else attention_entropy.weights_with_divisor(products, visible, divisor)
)
page_facts.publish_facts(
    keys=distinct_names(keys),
    weights=weights[head, word].tolist(),
    word=queries[word].text,
    context=f"{reading.text} {reading.language} {kind} {layer} {head} {word}",
)
explain.show_sentence_fact(
    remarks.describe_takeaway(weights, word, head, visible[0, word].tolist(), (queries, keys))
)
names = distinct_names(queries)[word], distinct_names(keys)
undivided = attention_entropy.weights_with_divisor(products, visible, 1.0)
seen, both = visible[0, word].tolist(), (attention["weights"][0, head, word], undivided[head, word])
explain.defer_sentence_fact(remarks.describe_division(*both, seen, names, d_k))
show_attention_matrices(attention, queries, keys, choice, key="matrices")

if explain.show_section(NAME, "Why divide by the square root of $d_k$"):
    own = products[[head], word : word + 1], visible[:, word : word + 1]
    row, whole = (
        (
            compute.compute_softmax_statistics(*some, math.sqrt(d_k)),
            compute.compute_softmax_statistics(*some, 1.0),
        )
        for some in (own, (products, visible))
    )
    st.markdown(remarks.describe_score_variance(whole[1], q, k))
    st.markdown(remarks.division_table_markdown(row, whole, d_k))
    show_figure(
        figures.plot_effective_keys(
            compute.DIVISORS,
            compute.compute_effective_keys(*own, compute.DIVISORS),
            compute.compute_effective_keys(products, visible, compute.DIVISORS),
            d_k,
            divide,
        ),
        key="divisors",
        label=_("How many keys a row attends to, depending on what the scores are divided by"),
    )
explain.show_section(NAME, "Why a softmax, and not simply the largest score?")
sentence_comparison.show_attention_comparison(NAME, reading, kind, layer, head)

if explain.show_section(NAME, "What holds for every row"):
    cell = key if key >= 0 else compute.find_strongest_key(weights[head, word])
    explain.show_formula(
        r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
        latex.attention_weight_latex(
            products[head, word] / divisor, visible[0, word], cell, d_k, divide
        ),
    )
    explain.show_page_link("trace_it", _("Why does a head attend there? Trace it →"))
n, m = len(queries), len(keys)
explain.show_code_and_shapes(
    MultiHeadAttention.attend,
    {
        "q": f"{n} × {d_k}", "k, v": f"{m} × {d_k}", _("scores, weights"): f"{n} × {m}",
        "z": f"{n} × {d_k}",
    },
)  # fmt: skip
