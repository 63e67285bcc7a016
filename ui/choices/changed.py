"""The changes of the model now in force on every page: a choice in the link like any other."""

from collections.abc import Sequence

import streamlit as st

from model.changes.kinds import (
    Change,
    CutPosition,
    PinnedWeights,
    SilencedHead,
    Steering,
    TaughtWeights,
)
from model.changes.lesson import Lesson
from model.changes.taught import is_taught
from ui.choices import controls, link
from ui.readings import session
from ui.readings.changes import combine, parse, write_changes

MOST = 100  # changes at once: all heads of the model and a few more
AT_A_PLACE = (PinnedWeights, CutPosition, Steering)  # need a position, which a sentence may lack
_LEFT_OUT, _UNTAUGHT = "changes left out", "lesson to teach"


def changes(text: str, language: str) -> tuple[Change, ...]:
    """Return the link's model changes that apply to a sentence, and note those left out.

    Args:
        text: the sentence; changes at positions beyond its end are dropped.
        language: code of the language it is translated into.
    """
    link.accept_old_name("silenced", "edits")  # the name in old links
    codes = link.restore("edits", str, "", lambda value: isinstance(value, str))
    found = parse(codes, session.glass().config)
    if any(isinstance(one, AT_A_PLACE) for one in found):
        plain = session.read(text, language, ())
        size = len(plain.source), len(plain.target)
        found = tuple(one for one in found if not isinstance(one, AT_A_PLACE) or one.fits(*size))
    if len(found) != MOST:  # else some may have been left out in an earlier run
        st.session_state[_LEFT_OUT] = max(0, len(found) - MOST)
    change(found[:MOST])
    link.show("edits", write_changes(found[:MOST]), "")
    network = session.glass().network
    untaught = [
        one
        for one in found[:MOST]
        if isinstance(one, TaughtWeights) and not is_taught(network, one.lesson)
    ]
    st.session_state[_UNTAUGHT] = untaught[0].lesson if untaught else None
    return tuple(one for one in found[:MOST] if one not in untaught)


def lesson_to_teach() -> Lesson | None:
    """Return the link's lesson if the model has yet to be taught it, else None."""
    return st.session_state.get(_UNTAUGHT)


def count_beyond_most() -> int:
    """Count the link's changes beyond the limit, which were dropped."""
    return st.session_state.get(_LEFT_OUT, 0)


def change(changes: Sequence[Change]) -> None:
    """Set the model's changes from the next run on; an empty tuple restores the model."""
    st.session_state["edits"] = write_changes(changes)


def silence(heads: Sequence[SilencedHead]) -> None:
    """Set the silenced heads from the next run on; other changes stay."""
    others = [one for one in controls.reading().changes if not isinstance(one, SilencedHead)]
    change(combine(others, heads))
