"""All heads side by side, what each adds to the output, and the effect of silencing one."""

import streamlit as st

from model.attention import MultiHeadAttention
from model.parts import Head
from pages.attention.multi_head import remarks
from pages.attention.multi_head.compute import (
    compute_head_contributions,
    compute_previous_token_weight,
)
from pages.attention.multi_head.silencing import compare_with_unedited
from pages.attention.multi_head.views.head_view import show_heads
from ui.choices import active_changes, controls, default_choices, page_facts
from ui.frame import explain, sentence_comparison
from ui.messages import _, ngettext
from ui.readings.reading import distinct_names

NAME = "multi_head"

explain.show_opening(NAME)
reading = controls.current_reading()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind = controls.choose_attention()
    layer = controls.choose_layer(kind)
    head = controls.choose_head(kind, layer)
queries, keys = reading.axes(kind)
word = (
    controls.integer_choice(
        "word",
        len(queries),
        default_choices.default_token_number(queries, kind),
        default_varies=True,
    )
    - 1
)

shown = Head(kind, layer, head)
result = compare_with_unedited(reading, shown)
show_heads(reading, shown, word, result, on_silence=active_changes.set_silenced_heads)

weights = reading.layers(kind, "weights")
before = compute_previous_token_weight(weights[layer, head], kind)
page_facts.publish_facts(kind=kind, layer=layer + 1, head=head + 1, previous=before)
asking, answering = distinct_names(queries), distinct_names(keys)
visible = reading.attention(kind, layer)["visible"][0, 0].expand(len(queries), -1)[word]
explain.show_sentence_fact(
    remarks.describe_choices(weights[layer][:, word], visible, asking[word], answering, layer)
)
explain.defer_sentence_fact(remarks.describe_takeaway(reading, weights, shown))

if explain.show_section(NAME, "From heads to output"):
    parts, number = compute_head_contributions(reading, kind, layer, word)
    explain.show_formula(
        r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O"
        r" = \sum_{i=1}^{h} \mathrm{head}_i\, W_O^{(i)}",
        rf"\text{{output}}_{{{word + 1},\,1}} = "
        + " ".join(f"{part:+.3f}" for part in parts).removeprefix("+")
        + f" = {number:.3f}",
    )
sentence_comparison.show_attention_comparison(NAME, reading, kind, layer, head)

explain.show_section(NAME, "What attention is not")

h, rows, d_k = reading.attention(kind, layer)["heads"][0].shape
shape = ngettext("{count} head of {rows} × {columns}", "{count} heads of {rows} × {columns}", h)
explain.show_code_and_shapes(
    MultiHeadAttention.forward,
    {
        _("weights"): shape.format(count=h, rows=len(queries), columns=len(keys)),
        "z": shape.format(count=h, rows=rows, columns=d_k),
        _("side by side"): f"{rows} × {h * d_k}",
        "W_O": f"{h * d_k} × {h * d_k}",
        _("output"): f"{rows} × {h * d_k}",
    },
)
