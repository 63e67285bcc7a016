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
from pages.lab.break_it import compression, damage, remarks
from pages.lab.break_it.damage import ModelComparison
from pages.lab.break_it.figures import plot_head_ablation_effects
from pages.lab.break_it.switches import show_switch, toggle_changes
from pages.lab.break_it.views.row_editor import Pins, show_row_editor
from ui import words
from ui.choices import active_changes as edited
from ui.choices import controls, default_choices
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import defaults, session
from ui.readings.changes import ATTENTION_NAMES, merge_changes
from ui.readings.reading import ATTENTIONS, Reading
from ui.readings.token_input import parse_first_token
from ui.views.plot import show_figure
from ui.words import format_shortest

LONGEST = 30  # characters of a word
ROWS = {
    "encoder": N_("Encoder, layer {layer}"),
    "decoder": N_("Decoder, layer {layer}"),
    "cross": N_("Cross, layer {layer}"),
}
TEMPERATURES = (COOLEST, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, HOTTEST)


def show_head_switches(reading: Reading, attention: str, layer: int, head: int) -> None:
    """Show switches for a head, its layer's attention and feed-forward network, and a hidden unit.

    The visitor chooses the hidden unit of the network. Further controls set the attention's
    temperature, its groups of heads that share keys and values, and the bits of all weights.

    Args:
        reading: the sentence, with the active changes of the model.
        attention: "encoder", "decoder" or "cross"; the feed-forward network is that of the
            same stack.
        layer: the layer, from 0.
        head: the head, from 0.
    """
    stack = "encoder" if attention == "encoder" else "decoder"
    sublayer = "cross-attention" if attention == "cross" else f"{stack}-attention"
    network = f"{stack}-feed-forward"
    with st.container(horizontal=True, key="parts", gap="medium"):
        show_switch(
            reading,
            SilencedHead(attention, layer, head),
            _("head {head}").format(head=head + 1),
        )
        for around, name, residual in (
            (sublayer, _("attention"), _("its residual (attention)")),
            (network, _("feed-forward"), _("its residual (feed-forward)")),
        ):
            show_switch(reading, RemovedPart("sublayer", around, layer), name)
            show_switch(reading, RemovedPart("residual", around, layer), residual)
    with st.container(horizontal=True, vertical_alignment="bottom", key="finer", gap="large"):
        _show_temperature_slider(reading, attention)
        count = session.glass().config.d_ff
        unit = controls.integer_choice("unit_off", count)
        st.session_state["unit number"] = unit
        st.number_input(
            _("Feed-forward unit"),
            1,
            count,
            key="unit number",
            width=150,
            on_change=lambda: controls.set_choice("unit_off", st.session_state["unit number"]),
        )
        show_switch(
            reading, SilencedUnit(stack, layer, unit - 1), _("unit {unit}").format(unit=unit)
        )
    with st.container(horizontal=True, key="smaller", gap="large"):
        compression.show_head_groups_control(reading, attention)
        compression.show_weight_bits_control(reading)


def _show_temperature_slider(reading: Reading, attention: str) -> None:
    """Show a slider for the softmax temperature of one attention type."""
    changes = reading.changes  # the callback stays in the session, so it must hold no tensors
    now = next(
        (
            one.temperature
            for one in changes
            if isinstance(one, TemperedAttention) and one.attention == attention
        ),
        1.0,
    )

    def choose() -> None:
        """Apply the chosen softmax temperature; 1 removes the change."""
        chosen = TemperedAttention(attention, st.session_state[key])
        others = [one for one in merge_changes(changes, [chosen]) if one != chosen]
        edited.set_changes(others if chosen.temperature == 1 else merge_changes(others, [chosen]))

    key = f"temperature-{attention}"
    st.session_state[key] = now
    st.select_slider(
        _("Temperature, {attention}").format(attention=_(ATTENTION_NAMES[attention])),
        sorted({*TEMPERATURES, now}),
        format_func=lambda value: format_shortest(value),
        key=key,
        width=300,
        on_change=choose,
    )


def show_attention_row_editor(
    comparison: ModelComparison, attention: str, layer: int, head: int
) -> None:
    """Show the attention weights of one head's query; the visitor's edits become model changes.

    Args:
        comparison: predictions of the original and of the changed model.
        attention: "encoder", "decoder" or "cross".
        layer: the layer, from 0.
        head: the head, from 0.
    """
    plain, changes = comparison.original, comparison.changed.changes
    queries, keys = plain.axes(attention)
    word = (
        controls.integer_choice(
            "word",
            len(queries),
            default_choices.default_token_number(queries, attention),
            default_varies=True,
        )
        - 1
    )
    others = damage.drop_row_edits(comparison.changed, attention, layer, head)
    base = session.read_with_translation(plain.text, plain.language, plain.output_ids, others)
    maps = {
        name: one.attention(attention, layer)["weights"][0, head]
        for name, one in {
            "before": plain,
            "base": base,
            "after": comparison.changed_forced,
        }.items()
    }
    visible = plain.attention(attention, layer)["visible"][0, 0]
    maps["visible"] = visible.expand(len(queries), len(keys))
    own = {
        change.row: change.pins
        for change in changes
        if isinstance(change, PinnedWeights) and change not in others
    }

    def edit(rows: dict[int, Pins]) -> None:
        """Pin the edited weights of the head's attention rows, in place of all that were pinned."""
        pinned = [
            PinnedWeights(
                attention, layer, head, row, tuple(sorted((k, float(v)) for k, v in pins))
            )
            for row, pins in rows.items()
            if pins
        ]
        known = [change for change in pinned if change.is_valid_for(session.glass().config)]
        edited.set_changes(merge_changes(others, known))

    show_row_editor(maps, (queries, keys), word, own, edit)


def show_embedding_swap(comparison: ModelComparison) -> None:
    """Let the visitor give one source token the embedding of another; this changes the model.

    Args:
        comparison: predictions of the original and of the changed model.
    """
    plain, changes, tokenizer = (
        comparison.original,
        comparison.changed.changes,
        session.glass().tokenizer,
    )
    content = defaults.find_longest_word(plain.source) + 1
    place = controls.choose_token(plain.source, key="replaced", label=_("Replace"), default=content)
    token = plain.source_ids[place]
    swap = next(
        (one for one in changes if isinstance(one, SwappedEmbedding) and one.token == token), None
    )
    others = [one for one in changes if one != swap]
    key, remark = "other_word", "remark on the other word"

    def choose() -> None:
        """Swap in the typed token's embedding row; undo the swap for no token or the same token."""
        typed = controls.truncate_field(key, LONGEST)
        other, st.session_state[remark] = parse_first_token(tokenizer, typed, _(remarks.SEVERAL))
        swapped = [] if other in (None, token) else [SwappedEmbedding(token, other)]
        edited.set_changes(merge_changes(others, swapped))

    name = tokenizer.pieces([swap.other])[0].removeprefix(SPACE) or SPACE if swap else ""
    st.session_state[key] = name
    st.text_input(
        _("“{token}” gets the embedding of").format(
            token=words.escape_markdown(plain.source[place].text)
        ),
        key=key,
        placeholder=_("a word, for example dog"),
        width=300,
        on_change=choose,
    )
    if said := st.session_state.pop(remark, ""):
        st.text(said)


def show_head_ranking(comparison: ModelComparison) -> None:
    """Show a heatmap of the change in ln p of the translation when each head alone is silenced.

    A click on a head silences or restores it. The translation is the original model's.

    Args:
        comparison: predictions of the original and of the changed model.
    """
    with st.spinner(_("Switching off each head ...")):
        alone = damage.compute_head_ablation_effects(comparison.original)
    ranked = damage.rank_heads(alone)
    helped = sum(change > 0 for __, change in ranked)
    explain.show_callout(remarks.describe_head_ranking(ranked[0], helped, len(ranked)))
    layers, changes = session.glass().config.layers, comparison.changed.changes
    modules = [(kind, layer) for kind in ATTENTIONS for layer in layers(kind)]

    def choose(point: dict) -> None:
        """Silence or restore the clicked head, and select it."""
        row, head = round(point["y"]), round(point["x"])
        kind, layer = modules[row]
        toggle_changes(changes, SilencedHead(kind, layer, head - 1))
        st.session_state.update(attention=kind, layer=layer + 1, head=head)  # also selects the head

    show_figure(
        plot_head_ablation_effects(
            torch.cat([alone[i, : len(layers(kind))] for i, kind in enumerate(ATTENTIONS)]),
            [_(ROWS[kind]).format(layer=layer + 1) for kind, layer in modules],
            [
                (modules.index((s.attention, s.layer)), s.head)
                for s in comparison.changed.silenced_heads
            ],
        ),
        key="each_head",
        label=_(
            "Change in ln p when each head is switched off by itself; choose a head with the "
            "arrow keys and Enter"
        ),
        on_click=choose,
    )
