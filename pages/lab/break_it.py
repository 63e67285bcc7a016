"""Parts of the trained model taken away or changed, and what it says then."""

import streamlit as st

from figures.damage import by_token
from model import edits
from ui import breaking, breaking_parts, controls, damage, damage_words, explain
from ui.components.plot import plot

NAME = "break_it"

explain.opening(NAME)
reading = controls.reading()
breaking.experiments(reading)
with st.spinner("Translating with the unbroken model ..."):
    found = damage.damage(reading)
switches, result = st.columns([1, 3.4], gap="medium")
with switches:
    breaking.whole(reading)
with result:
    st.html(f'<dl class="sayings spoken">{damage_words.compared(found)}</dl>')
    tokens = [token.text for token in found.plain.output]
    plot(
        by_token(found.before, found.after, found.bits, tokens),
        key="damage",
        label="Log-probability of each token of the old translation, and how far guesses moved",
    )
explain.look_for(damage_words.look(found))
with st.container(key="ledger"):
    breaking.ledger(found)

explain.section(NAME, "A head and a row of it")
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    kind, layer, head = controls.attention(), controls.layer(), controls.head()
breaking_parts.parts(reading, kind, layer, head)
breaking_parts.rows(found, kind, layer, head)

explain.section(NAME, "Another word's embedding")
breaking_parts.embedding(found)

explain.section(NAME, "Which head matters most")
breaking_parts.ranking(found)

explain.section(NAME, "What the bars show")
step = found.bits.argmax().item()
explain.formula(
    r"D(p \,\|\, q) = \sum_{i} p_i \log_2 \frac{p_i}{q_i}",
    damage_words.divergence(found, step),
)
explain.code_and_shapes(
    edits.edits,
    {
        "p, q": f"{len(found.bits)} × {found.plain.trace['logits'].shape[-1]}",
        "weights of the head": "{} × {}".format(*map(len, found.plain.axes(kind))),
    },
    also=edits.pinned,
)
