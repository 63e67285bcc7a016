"""Switches and buttons that change the model; each updates the changes kept in the link."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from model.changes.kinds import Change, MissingEverywhere, ShuffledPositions, SilencedHead
from pages.lab.break_it import damage, remarks
from pages.lab.break_it.damage import Damage
from ui.choices import changed, controls
from ui.messages import N_, _, ngettext
from ui.readings import session
from ui.readings.changes import combine, meaning, name_change
from ui.readings.reading import Reading
from ui.sentence import as_html
from ui.words import plain

EXPERIMENTS = {
    N_("No positions"): (
        MissingEverywhere("encoder-positions"),
        MissingEverywhere("decoder-positions"),
    ),
    N_("No mask"): (MissingEverywhere("mask"),),
    N_("No residuals"): (MissingEverywhere("residuals"),),
    N_("No division by √d_k"): (MissingEverywhere("root-d-k"),),
}
SWITCHES = {
    "encoder-positions": N_("positions, encoder"),
    "decoder-positions": N_("positions, decoder"),
    "mask": N_("causal mask"),
    "root-d-k": N_("scores ÷ √d_k"),
    "root-d-model": N_("embedding × √d_model"),
    "residuals": N_("residuals"),
    "norm-mean": N_("norms subtract the mean"),
    "norm-shift": N_("norms add β"),
}
SHOWN = 8  # changes listed one by one


def experiments(reading: Reading) -> None:
    """Show buttons for preset changes; a second click undoes them."""
    with st.container(key="experiments", horizontal=True, gap="small"):
        for number, (name, changes) in enumerate(EXPERIMENTS.items()):
            st.button(
                _(name),
                key=f"experiment_{number}",
                type=_kind(set(changes) <= set(reading.changes)),
                on_click=flip,
                args=(reading.changes, *changes),
            )
        heads = reading.silenced_heads
        on = bool(heads) and _most_important(reading) in heads
        st.button(
            _("Most important head off"),
            key="experiment_head",
            type=_kind(on),
            on_click=_silence_most_important,
        )


def is_experiment(changes: Sequence[Change]) -> bool:
    """Whether the changes are exactly those of one preset experiment."""
    return any(set(changes) == set(some) for some in EXPERIMENTS.values())


def _kind(on: bool) -> Literal["primary", "secondary"]:
    """Return the Streamlit button type: primary while the change is on."""
    return "primary" if on else "secondary"


def _silence_most_important() -> None:
    """Silence the head whose ablation costs most, or restore it."""
    reading = controls.reading()
    flip(reading.changes, _most_important(reading))


def _most_important(reading: Reading) -> SilencedHead:
    """Return the head whose ablation costs the original translation most."""
    with st.spinner(_("Switching off each head ...")):
        unbroken = session.read(reading.text, reading.language, ())
        return damage.by_importance(damage.heads_alone(unbroken))[0][0]


def whole(reading: Reading) -> None:
    """Show the switches that apply to the whole model."""
    for missing, label in SWITCHES.items():
        switch(reading, MissingEverywhere(missing), _(label))
    shuffled = next((one for one in reading.changes if isinstance(one, ShuffledPositions)), None)
    with st.container(horizontal=True, vertical_alignment="center", key="shuffling"):
        switch(reading, shuffled or ShuffledPositions(1), _("source in order"))
        if shuffled:
            another = combine(reading.changes, [ShuffledPositions(shuffled.seed % 99 + 1)])
            st.button(_("Again"), key="again", on_click=changed.change, args=(another,))


def switch(reading: Reading, change: Change, label: str) -> None:
    """Show a toggle for one change: on while the model is intact there."""
    key = f"has-{change.subject}"
    st.session_state[key] = change not in reading.changes
    st.toggle(
        label,
        key=key,
        help=meaning(change),
        on_change=flip,
        args=(reading.changes, change),
    )


def flip(changes: tuple[Change, ...], *some: Change) -> None:
    """Apply changes that are missing, or undo them all if all are active."""
    others = [change for change in changes if change not in some]
    changed.change(others if set(some) <= set(changes) else combine(changes, some))


def ledger(found: Damage) -> None:
    """List the active changes, each with its effect by itself and an undo button."""
    changes, tokenizer = found.broken.changes, session.glass().tokenizer
    shown = changes[:SHOWN]
    with st.spinner(_("Trying each change by itself ...")):
        each = damage.alone(found, shown)
    for change, alone in zip(shown, each, strict=True):
        with st.container(horizontal=True, vertical_alignment="center", key=f"on-{change.code}"):
            said = as_html(remarks.ledger(change, alone, tokenizer))
            st.html(f'<div class="ledger">{said}</div>')
            st.button(
                _("Undo"),
                key=f"undo-{change.code}",
                help=plain(_("Undo: {change}").format(change=name_change(change, tokenizer))),
                on_click=flip,
                args=(changes, change),
            )
    if (more := len(changes) - SHOWN) > 0:
        caption = ngettext(
            "{count} more change is on, but wasn't tried by itself.",
            "{count} more changes are on, but weren't tried by themselves.",
            more,
        )
        st.caption(caption.format(count=more))
