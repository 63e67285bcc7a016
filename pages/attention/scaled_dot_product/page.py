"""Scaled dot-product attention: six steps for one word, then all words, then one cell."""

import math

import streamlit as st

from model.attention import MultiHeadAttention
from model.measures import attention_entropy
from pages.attention.scaled_dot_product import compute, figures, remarks
from pages.attention.scaled_dot_product.views.attention_matrices import attention_matrices
from pages.attention.scaled_dot_product.views.attention_steps import Choice, attention_steps
from ui import latex
from ui.choices import controls, page_facts
from ui.frame import beside, explain
from ui.messages import _
from ui.readings import without_changes
from ui.readings.reading import distinct_names
from ui.views.plot import plot

NAME = "scaled_dot_product"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.inside_attention)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind = controls.attention()
    layer = controls.layer(kind)
    head = controls.head(kind, layer)
queries, keys = reading.axes(kind)
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="word_and_division"):
    with st.container():
        word = controls.word(queries, attention=kind)
    divide = controls.switch("divide", _("divide by √dₖ"), True)
key = controls.number("key", len(keys), default=0, least=0) - 1  # -1: the strongest

attention = reading.attention(kind, layer)
q, k = attention["q"][0], attention["k"][0]
d_k = q.shape[-1]
choice = Choice(word, key, head, divide)
with picture:
    attention_steps(attention, queries, keys, choice, key="steps")

products = attention_entropy.query_key_products(q, k)
visible = attention["visible"][0].expand(1, len(queries), len(keys))
divisor = math.sqrt(d_k) if divide else 1.0
weights = (
    attention["weights"][0]
    if divide
    else attention_entropy.weights_with_divisor(products, visible, divisor)
)
page_facts.tell(
    keys=distinct_names(keys),
    weights=weights[head, word].tolist(),
    word=queries[word].text,
    context=f"{reading.text} {reading.language} {kind} {layer} {head} {word}",
)
explain.in_your_sentence(
    remarks.look_for(weights, word, head, visible[0, word].tolist(), (queries, keys))
)
attention_matrices(attention, queries, keys, choice, key="matrices")

if explain.section(NAME, "Why divide by the square root of $d_k$"):
    own = products[[head], word : word + 1], visible[:, word : word + 1]
    row, whole = (
        (compute.measure_rows(*some, math.sqrt(d_k)), compute.measure_rows(*some, 1.0))
        for some in (own, (products, visible))
    )
    st.markdown(remarks.variance_remark(whole[1], q, k))
    st.markdown(remarks.comparison(row, whole, d_k))
    plot(
        figures.divisor_curves(
            compute.DIVISORS,
            compute.effective_keys(*own, compute.DIVISORS),
            compute.effective_keys(products, visible, compute.DIVISORS),
            d_k,
            divide,
        ),
        key="divisors",
        label=_("How many keys a row attends to, depending on what the scores are divided by"),
    )
explain.section(NAME, "Why a softmax, and not simply the largest?")
beside.attention(NAME, reading, kind, layer, head)

if explain.section(NAME, "What holds for every row"):
    cell = key if key >= 0 else compute.strongest(weights[head, word])
    explain.formula(
        r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
        latex.numbers(products[head, word] / divisor, visible[0, word], cell, d_k, divide),
    )
    explain.link_to("trace_it", _("Why does a head attend to that? Trace it →"))
n, m = len(queries), len(keys)
explain.code_and_shapes(
    MultiHeadAttention.attend,
    {
        "q": f"{n} × {d_k}", "k, v": f"{m} × {d_k}", _("scores, weights"): f"{n} × {m}",
        "z": f"{n} × {d_k}",
    },
)  # fmt: skip
