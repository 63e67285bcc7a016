"""Switches around one head, the editor of its attention rows, and swapped embeddings."""

import streamlit as st
import torch

from model.changes.attentions import COOLEST, HOTTEST
from model.changes.kinds import (
    PinnedWeights,
    RemovedPart,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
)
from model.tokenizer import SPACE
from pages.lab.break_it import damage, remarks, smaller
from pages.lab.break_it.damage import Damage
from pages.lab.break_it.figures import each_head
from pages.lab.break_it.switches import flip, switch
from pages.lab.break_it.views.row_editor import Pins, row_editor
from ui import words
from ui.choices import changed as edited
from ui.choices import controls, first
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import defaults, session
from ui.readings.changes import ATTENTION_NAMES, combine
from ui.readings.reading import ATTENTIONS, Reading
from ui.readings.typed import first_token
from ui.views.plot import plot
from ui.words import shortest_decimal

LONGEST = 30  # characters of a word
ROWS = {
    "encoder": N_("Encoder, layer {layer}"),
    "decoder": N_("Decoder, layer {layer}"),
    "cross": N_("Cross, layer {layer}"),
}
TEMPERATURES = (COOLEST, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, HOTTEST)


def parts(reading: Reading, kind: str, layer: int, head: int) -> None:
    """Show switches for one head, its sub-layer, the feed-forward network and one hidden unit."""
    stack = "encoder" if kind == "encoder" else "decoder"
    attention = "cross-attention" if kind == "cross" else f"{stack}-attention"
    network = f"{stack}-feed-forward"
    with st.container(horizontal=True, key="parts", gap="medium"):
        switch(reading, SilencedHead(kind, layer, head), _("head {head}").format(head=head + 1))
        for around, name, residual in (
            (attention, _("attention"), _("its residual (attention)")),
            (network, _("feed-forward"), _("its residual (feed-forward)")),
        ):
            switch(reading, RemovedPart("sublayer", around, layer), name)
            switch(reading, RemovedPart("residual", around, layer), residual)
    with st.container(horizontal=True, vertical_alignment="bottom", key="finer", gap="large"):
        _temperature(reading, kind)
        count = session.glass().config.d_ff
        unit = controls.number("unit_off", count)
        st.session_state["unit number"] = unit
        st.number_input(
            _("Feed-forward unit"),
            1,
            count,
            key="unit number",
            width=150,
            on_change=lambda: controls.choose("unit_off", st.session_state["unit number"]),
        )
        switch(reading, SilencedUnit(stack, layer, unit - 1), _("unit {unit}").format(unit=unit))
    with st.container(horizontal=True, key="smaller", gap="large"):
        smaller.groups(reading, kind)
        smaller.bits(reading)


def _temperature(reading: Reading, kind: str) -> None:
    """Show a slider for the softmax temperature of one attention type."""
    changes = reading.changes  # the callback stays in the session, so it must hold no tensors
    now = next(
        (
            one.temperature
            for one in changes
            if isinstance(one, TemperedAttention) and one.attention == kind
        ),
        1.0,
    )

    def choose() -> None:
        chosen = TemperedAttention(kind, st.session_state[key])
        others = [one for one in combine(changes, [chosen]) if one != chosen]
        edited.change(others if chosen.temperature == 1 else combine(others, [chosen]))

    key = f"temperature-{kind}"
    st.session_state[key] = now
    st.select_slider(
        _("Temperature, {attention}").format(attention=_(ATTENTION_NAMES[kind])),
        sorted({*TEMPERATURES, now}),
        format_func=lambda value: shortest_decimal(value),
        key=key,
        width=300,
        on_change=choose,
    )


def rows(found: Damage, kind: str, layer: int, head: int) -> None:
    """Show one head's attention maps and let the person edit single rows of weights."""
    plain, changes = found.plain, found.broken.changes
    queries, keys = plain.axes(kind)
    word = controls.number("word", len(queries), first.word(queries, kind), computed=True) - 1
    others = damage.without_rows(found.broken, kind, layer, head)
    base = session.read_with_translation(plain.text, plain.language, plain.output_ids, others)
    maps = {
        name: one.attention(kind, layer)["weights"][0, head]
        for name, one in {"before": plain, "base": base, "after": found.forced}.items()
    }
    visible = plain.attention(kind, layer)["visible"][0, 0]
    maps["visible"] = visible.expand(len(queries), len(keys))
    own = {
        change.row: change
        for change in changes
        if isinstance(change, PinnedWeights) and change not in others
    }

    def edit(row: int, pins: Pins) -> None:
        changed = PinnedWeights(
            kind, layer, head, row, tuple(sorted((k, float(v)) for k, v in pins))
        )
        kept = [change for change in changes if change != own.get(row)]
        known = pins and changed.exists(session.glass().config)
        edited.change(combine(kept, [changed] if known else []))

    row_editor(
        maps,
        (queries, keys),
        word,
        {row: change.pins for row, change in own.items()},
        edit,
    )


def embedding(found: Damage) -> None:
    """Let the person replace one source token's row of E by another token's."""
    plain, changes, tokenizer = found.plain, found.broken.changes, session.glass().tokenizer
    content = defaults.longest_word(plain.source) + 1
    place = controls.word(plain.source, key="replaced", label=_("Replace"), default=content)
    token = plain.source_ids[place]
    swap = next(
        (one for one in changes if isinstance(one, SwappedEmbedding) and one.token == token), None
    )
    others = [one for one in changes if one != swap]
    key, remark = "other_word", "remark on the other word"

    def choose() -> None:
        typed = controls.shorten(key, LONGEST)
        other, st.session_state[remark] = first_token(tokenizer, typed, _(remarks.SEVERAL))
        swapped = [] if other in (None, token) else [SwappedEmbedding(token, other)]
        edited.change(combine(others, swapped))

    name = tokenizer.pieces([swap.other])[0].removeprefix(SPACE) or SPACE if swap else ""
    st.session_state[key] = name
    st.text_input(
        _("“{token}” gets the embedding of").format(token=words.plain(plain.source[place].text)),
        key=key,
        placeholder=_("a word, for example dog"),
        width=300,
        on_change=choose,
    )
    if said := st.session_state.pop(remark, ""):
        st.text(said)


def ranking(found: Damage) -> None:
    """Show each head's effect when silenced; a click silences a head or restores it."""
    with st.spinner(_("Switching off each head ...")):
        alone = damage.heads_alone(found.plain)
    ranked = damage.by_importance(alone)
    helped = sum(change > 0 for __, change in ranked)
    explain.finding(remarks.ranking(ranked[0], helped, len(ranked)))
    layers, changes = session.glass().config.layers, found.broken.changes
    modules = [(kind, layer) for kind in ATTENTIONS for layer in layers(kind)]

    def choose(point: dict) -> None:
        row, head = round(point["y"]), round(point["x"])
        kind, layer = modules[row]
        flip(changes, SilencedHead(kind, layer, head - 1))
        st.session_state.update(attention=kind, layer=layer + 1, head=head)  # also selects the head

    plot(
        each_head(
            torch.cat([alone[i, : len(layers(kind))] for i, kind in enumerate(ATTENTIONS)]),
            [_(ROWS[kind]).format(layer=layer + 1) for kind, layer in modules],
            [(modules.index((s.attention, s.layer)), s.head) for s in found.broken.silenced_heads],
        ),
        key="each_head",
        label=_(
            "Change in ln p when each head is switched off by itself; choose a head with the "
            "arrow keys and Enter"
        ),
        on_click=choose,
    )
