"""All heads side by side, what each adds to the output, and the effect of silencing one."""

import streamlit as st

from model.attention import MultiHeadAttention
from model.parts import Head
from pages.attention.multi_head import remarks
from pages.attention.multi_head.compute import parts_of_one_number, weight_before
from pages.attention.multi_head.silencing import compare_with_before
from pages.attention.multi_head.views.head_view import head_view
from ui.choices import changed, controls, first, page_facts
from ui.frame import beside, explain
from ui.messages import _, ngettext

NAME = "multi_head"

explain.opening(NAME)
reading = controls.reading()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind = controls.attention()
    layer = controls.layer(kind)
    head = controls.head(kind, layer)
queries, keys = reading.axes(kind)
word = controls.number("word", len(queries), first.word(queries, kind), computed=True) - 1

shown = Head(kind, layer, head)
result = compare_with_before(reading, shown)
head_view(reading, shown, word, result, on_silence=changed.silence)

weights = reading.layers(kind, "weights")
before = weight_before(weights[layer, head], kind)
page_facts.tell(kind=kind, layer=layer + 1, head=head + 1, previous=before)
explain.in_your_sentence(remarks.look_for(reading, weights, shown))

if explain.section(NAME, "From heads to output"):
    parts, number = parts_of_one_number(reading, kind, layer, word)
    explain.formula(
        r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O"
        r" = \sum_{i=1}^{h} \mathrm{head}_i\, W_O^{(i)}",
        rf"\text{{output}}_{{{word + 1},\,1}} = "
        + " ".join(f"{part:+.3f}" for part in parts).removeprefix("+")
        + f" = {number:.3f}",
    )
beside.attention(NAME, reading, kind, layer, head)

explain.section(NAME, "What attention is not")

h, rows, d_k = reading.attention(kind, layer)["heads"][0].shape
shape = ngettext("{count} head of {rows} × {columns}", "{count} heads of {rows} × {columns}", h)
explain.code_and_shapes(
    MultiHeadAttention.forward,
    {
        _("weights"): shape.format(count=h, rows=len(queries), columns=len(keys)),
        "z": shape.format(count=h, rows=rows, columns=d_k),
        _("side by side"): f"{rows} × {h * d_k}",
        "W_O": f"{h * d_k} × {h * d_k}",
        _("output"): f"{rows} × {h * d_k}",
    },
)
