"""Model compression: grouped keys and values, and weights rounded to fewer bits."""

from collections.abc import Callable

import streamlit as st

from model.changes.kinds import Change, GroupedHeads, RoundedWeights
from model.changes.rounding import stored_bits
from ui.choices import active_changes
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES, merge_changes
from ui.readings.reading import Reading

BITS = (8, 6, 5, 4, 3, 2)


def show_head_groups_control(reading: Reading, attention: str) -> None:
    """Show a select box for the number of groups of heads that share keys and values.

    The choice becomes a change of the model.

    Args:
        reading: the sentence, with the active changes of the model.
        attention: "encoder", "decoder" or "cross".
    """
    h = session.glass().config.h
    _show_change_control(
        reading,
        f"groups-{attention}",
        _("Keys and values, {attention}").format(attention=_(ATTENTION_NAMES[attention])),
        {h: _("one for each head")}
        | {n: _group_label(n) for n in range(h - 1, 0, -1) if h % n == 0},
        lambda count: GroupedHeads(attention, count),
    )


def show_weight_bits_control(reading: Reading) -> None:
    """Show a select box for the number of bits to which all weights are rounded.

    The choice becomes a change of the model. The first option is the number of bits that the
    weights are stored with; it undoes the change.

    Args:
        reading: the sentence, with the active changes of the model.
    """
    stored = stored_bits(session.glass().network)
    names = {stored: _("{bits}, as shipped").format(bits=stored)}
    names |= {count: str(count) for count in BITS if count < stored}
    _show_change_control(reading, "bits-of-weights", _("Bits per parameter"), names, RoundedWeights)


def _group_label(group_count: int) -> str:
    """Return the label of a number of key-value groups."""
    if group_count == 1:
        return _("1 for all")
    return ngettext("{count} group", "{count} groups", group_count).format(count=group_count)


def _show_change_control(
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
