"""The sections about the whole model: blocks, few bits, the decoder alone, units and sinks."""

import html
from collections.abc import Sequence
from statistics import fmean

import streamlit as st

from model.changes.kinds import RoundedWeights
from model.changes.rounding import rounded_file_bytes, stored_bits
from model.measures.heads import head_parts
from model.parts import sublayer_paths
from model.storage import WEIGHTS
from pages.background.after_2017 import cached, variants
from pages.background.after_2017.compute import passes
from pages.background.after_2017.compute.attention import (
    BlockState,
    attend_in_blocks,
    compute_running_weights,
)
from pages.background.after_2017.figures import series, tokens
from pages.background.after_2017.names import STACKS
from pages.background.after_2017.remarks import whole as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.changes import merge_changes
from ui.readings.reading import Reading, distinct_names
from ui.views.plot import show_figure
from ui.words import format_decimal, format_shortest

BLOCK_SIZES, MAX_TABLE_ROWS = (1, 2, 4, 8, 16), 40  # keys in a block; rows of the table
BITS = (8, 6, 4, 3, 2)
TEXTS, LONGEST_BEGINNING, SEEDS = 5, 80, 99
TEMPERATURES = (0.3, 0.6, 0.8, 1.0)


def show_blocks(reading: Reading) -> str:
    """Show one query's attention computed block by block, as in FlashAttention.
    Return the takeaway.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="block_choices"):
        kind = controls.choose_attention()
        layer = controls.choose_layer(kind)
        head = controls.choose_head(kind, layer)
        size = controls.choose_option(
            "block", _("Keys per block"), {n: str(n) for n in BLOCK_SIZES}, 4
        )
    queries, keys = reading.axes(kind)
    row = controls.choose_token(queries, key="word", label=_("Row"), attention=kind)
    attention = reading.attention(kind, layer)
    causal = kind == "decoder" and not attention["visible"].all().item()
    visible = row + 1 if causal else len(keys)
    scores = attention["masked"][0, head, row].double()[:visible]
    steps = attend_in_blocks(scores, attention["v"][0, head].double()[:visible], size)
    names = [_name_block(step.first + 1, step.last + 1) for step in steps]
    weights = compute_running_weights(scores, steps)
    show_figure(
        tokens.plot_running_weights(weights, [token.text for token in keys[:visible]], names),
        key="believed",
        label=_("The weights of one row, as far as they are known after each block"),
    )
    st.html(_memory_table_html(names, steps))
    error = (weights[-1] - scores.softmax(dim=-1)).abs().max().item()
    return remarks.describe_blocks(
        len(steps), size, error, sum(step.factor < 1 for step in steps[1:])
    )


def _name_block(first_key: int, last_key: int) -> str:
    """Return the label of a block, "key 1" or "keys 1–4", counted from 1."""
    message = _("key {first}") if first_key == last_key else _("keys {first}–{last}")
    return message.format(first=first_key, last=last_key)


def _memory_table_html(names: Sequence[str], steps: Sequence[BlockState]) -> str:
    """Return an HTML table of the running softmax state (m, l, o), a row for each block."""
    numbers = ((s.largest, s.factor, s.total, s.output.norm().item()) for s in steps)
    rows = [
        (name, [format_decimal(number, 3) for number in kept], None)
        for name, kept in zip(names, numbers, strict=True)
    ]
    rows[0][1][1] = "–"  # the first block has nothing to rescale
    if len(rows) > MAX_TABLE_ROWS:
        rows[MAX_TABLE_ROWS - 2 : -1] = [("…", [], None)]
    return variants.table_html(("", "m", "e^(m − m′)", "l", "‖o / l‖"), rows)


def show_rounded_weights(reading: Reading) -> str:
    """Show loss and translation with weights rounded to fewer bits; return the takeaway."""
    network, shipped = session.glass().network, (session.MODEL_FOLDER / WEIGHTS).stat().st_size
    stored = stored_bits(network)
    fewer = [n for n in BITS if n < stored]
    rounded = {
        ngettext("{count} bit", "{count} bits", n).format(count=n): (RoundedWeights(n),)
        for n in fewer
    }
    unrounded = _("{bits}, as shipped").format(bits=stored)
    costs, said = variants.compare_variants("bits", reading, {unrounded: (), **rounded})
    losses = {name: fmean(values) for name, values in costs.items()}
    sizes = [shipped, *(rounded_file_bytes(network, n) for n in fewer)]
    label = _("Loss of the translation, by bits per parameter")
    show_figure(series.plot_losses(losses), key="rounded_losses", label=label)
    shown = [_("{size:.1} MB").format(size=size / 1e6) for size in sizes]
    variants.show_variants(losses, said, dict(zip(losses, shown, strict=True)))
    variants.show_variant_buttons(reading, "bits", rounded)
    return remarks.describe_bits(losses, said, sizes)


def show_decoder_alone(reading: Reading) -> str:
    """Show texts that the decoder writes without cross-attention, and the rise of the loss.
    Return the takeaway.
    """
    _show_sampled_texts(reading)
    removals = passes.list_cross_attention_removals(session.glass().config)
    silent = merge_changes(reading.changes, removals)
    before, after = (
        cached.compute_token_losses(reading, some) for some in (reading.changes, silent)
    )
    costs = {_("cross-attention on"): before, _("cross-attention off"): after}
    names = [token.text for token in reading.output]
    show_figure(
        tokens.plot_token_losses(costs, names),
        key="alone_costs",
        label=_("Loss of each token of the translation, with cross-attention and without it"),
    )
    return remarks.describe_decoder_alone(before, after, distinct_names(reading.output))


def _show_sampled_texts(reading: Reading) -> None:
    """Show texts sampled from the decoder without cross-attention, with a prompt to type."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="alone_choices"):
        beginning = controls.text_field(
            "beginning",
            _("Begin with this text (the prompt)"),
            max_chars=LONGEST_BEGINNING,
            placeholder=_("(no prompt: it starts on its own)"),
            width=230,
        )
        temperature = controls.choose_option(
            "alone_temperature",
            _("Temperature"),
            {t: format_shortest(t) for t in TEMPERATURES},
            0.6,
        )
        seed = controls.integer_choice("alone_seed", SEEDS)
        st.button(
            _("Write again"),
            key="speak_again",
            on_click=controls.set_choice,
            args=("alone_seed", seed % SEEDS + 1),
        )
    prefix = tuple(session.glass().tokenizer.encode_target(beginning))
    with st.spinner(_("The decoder is writing ...")):
        said = cached.sample_without_source(
            reading.changes, reading.target_ids[0], prefix, TEXTS, seed, temperature
        )
    nothing = _("(nothing)")
    lines = "".join(f"<li>{html.escape(text or nothing)}</li>" for text in said)
    language = html.escape(reading.language)
    st.html(f'<ol class="alone" lang="{language}">{lines}</ol>')


def show_unit_overlap(reading: Reading) -> str:
    """Show the overlap of active hidden units for every pair of words; return the takeaway."""
    with st.container(horizontal=True, vertical_alignment="center", key="expert_choices"):
        stack = controls.choose_option("units_of", _("Feed-forward of the"), STACKS, "decoder")
        layer = controls.choose_layer(stack, "units_layer")
    active = passes.find_active_units(reading.trace, stack, layer + 1)[-1]
    read, __ = reading.axes(stack)
    shares = passes.compute_unit_overlap(active)
    show_figure(
        tokens.plot_unit_overlap(shares.nan_to_num(), [token.text for token in read]),
        key="shared_units",
        label=_("For each pair of words, the share of hidden units active for both"),
    )
    return remarks.describe_unit_overlap(
        passes.count_active_units(active), active, shares, distinct_names(read)
    )


def show_sinks(reading: Reading) -> str:
    """Show a layer's attention sinks, and both stacks' massive activations; return the takeaway."""
    with st.container(horizontal=True, vertical_alignment="center", key="sink_choices"):
        kind = controls.choose_attention("sink_attention")
        layer = controls.choose_layer(kind, "sink_layer")
    keys, attention = reading.axes(kind)[1], reading.attention(kind, layer)
    weights = attention["weights"][0]
    rows = attention["visible"][0, 0].expand(weights.shape[1:]).sum(dim=0)
    received = passes.compute_mean_key_weights(weights, rows)
    W_O = cached.get_weight_matrix(reading, kind, layer, "W_O")
    lengths = head_parts(attention["v"][0], W_O.T).norm(dim=-1)
    special = [token.special for token in keys]
    show_figure(
        tokens.plot_weights_and_value_norms(
            received, lengths, [token.text for token in keys], special
        ),
        key="sinks",
        label=_("The average weight each token receives, against the length of its contribution"),
    )
    largest = {stack: _find_massive_activations(reading, stack) for stack in STACKS}
    show_figure(
        series.plot_massive_activations(
            {stack: [one.ratio for one in found] for stack, found in largest.items()}
        ),
        key="outliers",
        label=_("The largest number in each sum before LayerNorm, divided by the median"),
    )
    read = {stack: reading.axes(stack)[0] for stack in STACKS}
    explain.show_callout(remarks.describe_massive_activations(largest, read))
    return remarks.describe_sinks(received, lengths, keys, rows)


def _find_massive_activations(reading: Reading, stack: str) -> list[passes.MassiveActivation]:
    """Return the largest activation of every residual sum of a stack, before LayerNorm."""
    return [
        passes.find_massive_activation(reading.trace[f"{path.format(n)}.sum"][0])
        for n in session.glass().config.layers(stack)
        for path in sublayer_paths(stack).values()
    ]
