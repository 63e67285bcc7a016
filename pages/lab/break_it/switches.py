"""Switches and buttons that change the model; each updates the changes kept in the link."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from model.changes.kinds import Change, MissingEverywhere, ShuffledPositions, SilencedHead
from pages.lab.break_it import damage, remarks
from pages.lab.break_it.damage import ModelComparison
from ui.choices import active_changes, controls
from ui.messages import N_, _, ngettext
from ui.readings import session
from ui.readings.changes import explain_change, label_change, merge_changes
from ui.readings.reading import Reading
from ui.sentence import remark_html
from ui.words import escape_markdown

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
PREVIEWED = EXPERIMENTS["No positions"]  # shown, not made, while nothing is changed
SHOWN = 8  # changes listed one by one


def show_experiment_buttons(reading: Reading) -> None:
    """Show buttons for preset changes to the model; a second click on one undoes it."""
    with st.container(key="experiments", horizontal=True, gap="small"):
        for number, (name, changes) in enumerate(EXPERIMENTS.items()):
            st.button(
                _(name),
                key=f"experiment_{number}",
                type=_button_type(set(changes) <= set(reading.changes)),
                on_click=toggle_changes,
                args=(reading.changes, *changes),
            )
        heads = reading.silenced_heads
        on = bool(heads) and _find_most_important_head(reading) in heads
        st.button(
            _("Most important head off"),
            key="experiment_head",
            type=_button_type(on),
            on_click=_silence_most_important_head,
        )
        with st.popover(_("More switches")):
            _show_model_switches(reading)


def preview(reading: Reading) -> Reading:
    """Return the sentence as a model without positions reads it, which changes no page."""
    return session.read(reading.text, reading.language, PREVIEWED)


def is_experiment(changes: Sequence[Change]) -> bool:
    """Return whether the changes are exactly one of the preset sets in ``EXPERIMENTS``."""
    return any(set(changes) == set(some) for some in EXPERIMENTS.values())


def _button_type(is_active: bool) -> Literal["primary", "secondary"]:
    """Return the Streamlit button type: primary while the change is on."""
    return "primary" if is_active else "secondary"


def _silence_most_important_head() -> None:
    """Silence the head whose ablation lowers ln p most, or restore it."""
    reading = controls.current_reading()
    toggle_changes(reading.changes, _find_most_important_head(reading))


def _find_most_important_head(reading: Reading) -> SilencedHead:
    """Return the head whose ablation lowers ln p of the original translation most."""
    with st.spinner(_("Switching off each head ...")):
        unbroken = session.read(reading.text, reading.language, ())
        return damage.rank_heads(damage.compute_head_ablation_effects(unbroken))[0][0]


def _show_model_switches(reading: Reading) -> None:
    """Show switches that remove parts from the whole model, such as the causal mask or residuals,
    and one that shuffles the source positions.
    """
    for missing, label in SWITCHES.items():
        show_switch(reading, MissingEverywhere(missing), _(label))
    shuffled = next((one for one in reading.changes if isinstance(one, ShuffledPositions)), None)
    with st.container(horizontal=True, vertical_alignment="center", key="shuffling"):
        show_switch(reading, shuffled or ShuffledPositions(1), _("source positions in order"))
        if shuffled:
            another = merge_changes(reading.changes, [ShuffledPositions(shuffled.seed % 99 + 1)])
            st.button(_("Again"), key="again", on_click=active_changes.set_changes, args=(another,))


def show_switch(reading: Reading, change: Change, label: str) -> None:
    """Show a toggle for a part of the model: while it is off, the part is removed.

    Args:
        reading: the sentence, with the active changes of the model.
        change: the change of the model that removes the part.
        label: label of the toggle.
    """
    key = f"has-{change.subject}"
    st.session_state[key] = change not in reading.changes
    st.toggle(
        label,
        key=key,
        help=explain_change(change),
        on_change=toggle_changes,
        args=(reading.changes, change),
    )


def toggle_changes(changes: tuple[Change, ...], *toggled: Change) -> None:
    """Add changes of the model to the session's active changes, or remove them if all are active.

    Args:
        changes: the active changes of the model.
        toggled: the changes to add or remove together.
    """
    others = [change for change in changes if change not in toggled]
    active_changes.set_changes(
        others if set(toggled) <= set(changes) else merge_changes(changes, toggled)
    )


def show_active_changes(comparison: ModelComparison) -> None:
    """Show a list of the first ``SHOWN`` (8) active changes of the model.

    Each entry says how this change alone changes ln p of the original translation, and has a button
    that undoes it.

    Args:
        comparison: predictions of the original and of the changed model.
    """
    changes, tokenizer = comparison.changed.changes, session.glass().tokenizer
    shown = changes[:SHOWN]
    if changes:
        st.caption(_("Your changes go with you to the other pages until you press Back to normal."))
    with st.spinner(_("Trying each change by itself ...")):
        each = damage.compute_solo_effects(comparison, shown)
    for change, alone in zip(shown, each, strict=True):
        with st.container(horizontal=True, vertical_alignment="center", key=f"on-{change.code}"):
            said = remark_html(remarks.describe_change(change, alone, tokenizer))
            st.html(f'<div class="ledger">{said}</div>')
            st.button(
                _("Undo"),
                key=f"undo-{change.code}",
                help=escape_markdown(
                    _("Undo: {change}").format(change=label_change(change, tokenizer))
                ),
                on_click=toggle_changes,
                args=(changes, change),
            )
    if (more := len(changes) - SHOWN) > 0:
        caption = ngettext(
            "{count} more change is on, but wasn't tried by itself.",
            "{count} more changes are on, but weren't tried by themselves.",
            more,
        )
        st.caption(caption.format(count=more))
