"""The parts of a block: its norms, gates and heads, and the map of its attention."""

from collections.abc import Sequence
from functools import partial
from statistics import fmean

import streamlit as st

from model.changes.kinds import GroupedHeads, MissingEverywhere
from model.measures.fresh_stacks import POST, PRE, geometric_mean
from pages.background.after_2017 import cached, variants
from pages.background.after_2017.compute import keys_and_values, recorded
from pages.background.after_2017.figures import series, tokens
from pages.background.after_2017.learned import race
from pages.background.after_2017.remarks import learned
from pages.background.after_2017.remarks import parts as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _, ngettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import whole, with_sign

RMS_NORM = (MissingEverywhere("norm-mean"), MissingEverywhere("norm-shift"))
NORMS = {
    "LayerNorm": (),
    N_("no mean subtracted"): RMS_NORM[:1],
    N_("RMSNorm: no mean, no β"): RMS_NORM,
}
DEPTHS, STACKS = (6, 12, 24), 3
POOLED = {"decoder": N_("decoder self-attention"), "cross": N_("cross-attention")}
CACHES = (  # bytes of a token: layers, numbers in each of them, bytes of a number; the source
    (N_("GPT-3 175B: 96 heads, each its own"), 96 * (2 * 96 * 128) * 2, "Brown et al. 2020"),
    (N_("Llama 2 70B: 64 heads, 8 groups"), 80 * (2 * 8 * 128) * 2, "Touvron et al. 2023"),
    (N_("DeepSeek-V2 236B: one latent vector"), 60 * (512 + 64) * 2, "DeepSeek-AI 2024"),
)
SIZES = (1, 2, 4, 8, 16)
MOST = 40  # rows of the table


def draw_norm(reading: Reading) -> str:
    """Draw what each token costs under three norms, and gradients under two orders."""
    costs, said = variants.compare(
        "norm", reading, {_(name): missing for name, missing in NORMS.items()}
    )
    losses = {name: fmean(values) for name, values in costs.items()}
    plot(
        tokens.costs(costs, [token.text for token in reading.output]),
        key="norm_costs",
        label=_("Loss of each token of the translation under LayerNorm and RMSNorm"),
    )
    variants.show(losses, said)
    variants.switch(reading, "norms", {"RMSNorm": RMS_NORM})
    _draw_gradients()
    return remarks.norm(losses, said, recorded.share_of_means(reading.trace))


def _draw_gradients() -> None:
    """Draw what becomes of a gradient in stacks that learned nothing yet."""
    layers = controls.one_of(
        "fresh_layers",
        _("Gradients in untrained stacks of"),
        {n: ngettext("{count} layer", "{count} layers", n).format(count=n) for n in DEPTHS},
        12,
    )
    name = _("Untrained stack {number} of {count}")
    stacks = {
        name.format(number=seed, count=STACKS): partial(cached.gradients, layers, seed)
        for seed in range(1, STACKS + 1)
    }
    found = variants.one_by_one("norm", stacks).values()
    lines = {_(kind): geometric_mean([one[kind] for one in found]) for kind in (POST, PRE)}
    label = _("Length of a gradient through {count} untrained layers, post-norm and pre-norm")
    plot(series.gradients(lines), key="fresh_gradients", label=label.format(count=layers))
    explain.finding(remarks.gradients(lines))


def draw_gate(reading: Reading) -> str:
    """Draw the share of silent units by layer, and the race of three feed-forward networks."""
    config, shares = session.glass().config, {}
    for stack in ("encoder", "decoder"):
        active = recorded.firing(reading.trace, stack, len(config.layers(stack)))
        shares[stack] = recorded.silent_share(active).tolist()
    plot(
        series.silent(shares),
        key="silent_units",
        label=_("Share of hidden numbers that are exactly zero, by layer of both stacks"),
    )
    st.markdown(_("**A small translator learns to reverse letters**, three times, from one seed:"))
    race("gates", learned.gates)
    return remarks.gate(shares)


def draw_heads(reading: Reading) -> str:
    """Draw the loss with fewer and fewer keys and values, and the bytes of caches."""
    config = session.glass().config
    kind = controls.one_of("pooled", _("Pool the heads of"), POOLED, "decoder")
    fewer = [n for n in range(config.h - 1, 0, -1) if config.h % n == 0]
    pooled = {
        ngettext("1 for all", "{count} groups", n).format(count=n): (GroupedHeads(kind, n),)
        for n in fewer
    }
    apart = _("{count} apart").format(count=config.h)
    costs, said = variants.compare("heads", reading, {apart: (), **pooled})
    losses = {name: fmean(values) for name, values in costs.items()}
    label = _("Loss of the sentence by groups of heads")
    plot(series.losses(losses), key="pooled_losses", label=label)
    variants.show(losses, said)
    variants.switch(reading, "heads", pooled)
    layers = len(config.layers(kind))
    most, least = (keys_and_values.shared_bytes(layers, config.d_k, n) for n in (config.h, 1))
    rows = [
        (_("this decoder, heads apart"), most, _("32 bits a number")),
        (_("this decoder, 1 for all"), least, _("32 bits a number")),
    ]
    note = _("16 bits; {source}")
    rows += [(_(name), size, note.format(source=source)) for name, size, source in CACHES]
    kib = _("{size} KiB")
    written = (
        (name, [kib.format(size=whole(round(size / 1024)))], note) for name, size, note in rows
    )
    st.html(variants.table(("", _("each token"), ""), written, ""))
    return remarks.heads(losses, most, least)


def draw_blocks(reading: Reading) -> str:
    """Draw the weights as they are known after each block, and the three numbers that are kept."""
    with st.container(horizontal=True, vertical_alignment="center", key="block_choices"):
        kind = controls.attention()
        layer = controls.layer(kind)
        head = controls.head(kind, layer)
        size = controls.one_of("block", _("Keys in a block"), {n: str(n) for n in SIZES}, 4)
    queries, keys = reading.axes(kind)
    row = controls.word(queries, key="word", label=_("Row"), attention=kind)
    attention = reading.attention(kind, layer)
    causal = kind == "decoder" and not attention["visible"].all().item()
    visible = row + 1 if causal else len(keys)
    scores = attention["masked"][0, head, row].double()[:visible]
    steps = keys_and_values.in_blocks(scores, attention["v"][0, head].double()[:visible], size)
    names = [
        _("keys {first}–{last}").format(first=step.first + 1, last=step.last + 1) for step in steps
    ]
    weights = keys_and_values.running_weights(scores, steps)
    plot(
        tokens.running_weights(weights, [token.text for token in keys[:visible]], names),
        key="believed",
        label=_("The weights of one row as they are known after each block"),
    )
    st.html(_kept_table(names, steps))
    error = (weights[-1] - scores.softmax(dim=-1)).abs().max().item()
    return remarks.blocks(len(steps), size, error, sum(step.factor < 1 for step in steps[1:]))


def _kept_table(names: Sequence[str], steps: Sequence[keys_and_values.Step]) -> str:
    """Return what is kept after each block, as a table."""
    numbers = ((s.largest, s.factor, s.total, s.output.norm().item()) for s in steps)
    rows = [
        (name, [with_sign(number, 3) for number in kept], None)
        for name, kept in zip(names[:MOST], numbers, strict=False)
    ]
    rows[0][1][1] = "–"  # nothing was there to be scaled
    return variants.table(("", "m", "e^(m − m′)", "l", "‖o / l‖"), rows)
