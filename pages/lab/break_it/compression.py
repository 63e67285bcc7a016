"""Model compression: grouped keys and values, and weights rounded to fewer bits."""

from collections.abc import Callable

import streamlit as st

from model.changes.kinds import Change, GroupedHeads, RoundedWeights
from ui.choices import active_changes
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES, merge_changes
from ui.readings.reading import Reading

BITS = (8, 6, 5, 4, 3, 2)


def choose_head_groups(reading: Reading, attention: str) -> None:
    """Let the person group heads that share keys and values (grouped-query attention)."""
    h = session.glass().config.h
    _choose_change(
        reading,
        f"groups-{attention}",
        _("Keys and values, {attention}").format(attention=_(ATTENTION_NAMES[attention])),
        {h: _("one for each head")}
        | {n: _group_label(n) for n in range(h - 1, 0, -1) if h % n == 0},
        lambda count: GroupedHeads(attention, count),
    )


def choose_weight_bits(reading: Reading) -> None:
    """Let the person choose to how many bits the weights are rounded."""
    names = {16: _("16, as shipped")} | {count: str(count) for count in BITS}
    _choose_change(reading, "bits-of-weights", _("Bits per parameter"), names, RoundedWeights)


def _group_label(group_count: int) -> str:
    """Return the label of a number of key-value groups."""
    if group_count == 1:
        return _("1 for all")
    return ngettext("{count} group", "{count} groups", group_count).format(count=group_count)


def _choose_change(
    reading: Reading, key: str, label: str, names: dict[int, str], change: Callable[[int], Change]
) -> None:
    """Show a select box of mutually exclusive changes; its first option means no change.

    Args:
        reading: current reading with its active changes.
        key: session key of the widget.
        label: label of the widget.
        names: labels of the options by number.
        change: returns the change that a number stands for.
    """
    whole, *others = names
    changes = reading.changes  # the callback stays in the session, so it must hold no tensors
    of = {change(number): number for number in others}
    st.session_state[key] = next((of[one] for one in changes if one in of), whole)

    def choose() -> None:
        """Apply the change of the chosen option; the first option removes it."""
        kept = [one for one in changes if one not in of]
        number = st.session_state[key]
        active_changes.set_changes(merge_changes(kept, [] if number == whole else [change(number)]))

    st.selectbox(
        label,
        list(names),
        format_func=names.__getitem__,
        key=key,
        filter_mode=None,
        width=250,
        on_change=choose,
    )
