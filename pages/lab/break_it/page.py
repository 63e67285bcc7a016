"""Parts of the trained model ablated or changed, and the translations that result."""

import streamlit as st

from model.changes import edits, kinds
from pages.lab.break_it import damage, parts, remarks
from pages.lab.break_it import switches as breaking
from pages.lab.break_it.figures import by_token
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.views.plot import plot

NAME = "break_it"

explain.opening(NAME)
reading = controls.reading()
breaking.experiments(reading)
with st.spinner(_("Translating with the original model ...")):
    found = damage.damage(reading)
plain = found.plain.translation
page_facts.tell(
    changes=1 if breaking.is_experiment(reading.changes) else len(reading.changes),
    plain=plain,
    broken=found.broken.translation,
)
with st.container(key="broken"):
    switches, result = st.columns([1, 3.4], gap="medium")
with switches:
    breaking.whole(reading)
with result:
    tokens = [token.text for token in found.plain.output]
    plot(
        by_token(found.before, found.after, found.bits, tokens),
        key="damage",
        label=_(
            "Log-probability of each token of the old translation, and how far predictions moved"
        ),
    )
    st.html(f'<dl class="sayings spoken">{remarks.compare_translations(found)}</dl>')
explain.in_your_sentence(remarks.look_for(found, session.glass().tokenizer))
with st.container(key="ledger"):
    breaking.ledger(found)

if explain.section(NAME, "A head and one of its rows"):
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        kind = controls.attention()
        layer = controls.layer(kind)
        head = controls.head(kind, layer)
    parts.parts(reading, kind, layer, head)
    parts.rows(found, kind, layer, head)

if explain.section(NAME, "Another word's embedding"):
    parts.embedding(found)

if explain.section(NAME, "Which head matters most"):
    parts.ranking(found)

if explain.section(NAME, "What the bars show"):
    explain.formula(
        r"D(p \,\|\, q) = \sum_{i} p_i \log_2 \frac{p_i}{q_i}",
        remarks.divergence(found),
    )
explain.code_and_shapes(
    kinds.edits,
    {
        "p, q": f"{len(found.bits)} × {found.plain.trace['logits'].shape[-1]}",
    },
    also=edits.pin_weights,
)
