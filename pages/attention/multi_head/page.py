"""All heads side by side, what each adds to the output, and what happens without one."""

import streamlit as st

from model.attention import MultiHeadAttention
from pages.attention.multi_head import remarks
from pages.attention.multi_head.heads import one_number
from pages.attention.multi_head.views.head_view import head_view
from ui.choices import changed, controls, first, page_facts
from ui.frame import beside, explain
from ui.readings.passes import stack_layers
from ui.readings.reading import told_apart

explain.opening("multi_head")
reading = controls.reading()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind = controls.attention()
    layer = controls.layer(kind)
    head = controls.head(kind, layer)
queries, keys = reading.axes(kind)
word = controls.number("word", len(queries), first.word(queries, kind), computed=True) - 1

head_view(reading, kind, layer, head, word, on_silence=changed.silence)

weights = stack_layers(reading, kind, "weights")
chosen = weights[layer, head]
before = chosen.diagonal(-1).mean().item() if len(queries) > 1 and kind != "cross" else None
page_facts.tell(kind=kind, layer=layer + 1, head=head + 1, previous=before)
visible = reading.attention(kind, layer)["visible"][0, 0]
explain.look_for(
    remarks.look_for(weights, visible, kind, told_apart(queries), told_apart(keys), layer, head)
)

if explain.section("multi_head", "From heads to output"):
    parts, number = one_number(reading, kind, layer, word)
    explain.formula(
        r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O"
        r" = \sum_{i=1}^{h} \mathrm{head}_i\, W_O^{(i)}",
        rf"\text{{output}}_{{{word + 1},\,1}} = "
        + " ".join(f"{part:+.3f}" for part in parts).removeprefix("+")
        + f" = {number:.3f}",
    )
beside.attention("multi_head", reading, kind, layer, head)

explain.section("multi_head", "What attention is not")

h, rows, d_k = reading.attention(kind, layer)["heads"][0].shape
explain.code_and_shapes(
    MultiHeadAttention.forward,
    {
        "weights": f"{h} heads of {len(queries)} × {len(keys)}",
        "z": f"{h} heads of {rows} × {d_k}",
        "side by side": f"{rows} × {h * d_k}",
        "W_O": f"{h * d_k} × {h * d_k}",
        "output": f"{rows} × {h * d_k}",
    },
)
