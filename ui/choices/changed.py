"""What is changed in the model now, on every page: it stands in the link like other choices."""

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

MOST = 100  # changes at once: all heads of the model, and a few more
AT_A_PLACE = (PinnedWeights, CutPosition, Steering)  # of a sentence that may be too short for them
_LEFT_OUT, _UNTAUGHT = "changes left out", "lesson to teach"


def changes(text: str, language: str) -> tuple[Change, ...]:
    """Return the model changes that the link asks for.

    Args:
        text: a sentence; places that it does not have are not changed.
        language: into which it is translated.
    """
    link.accept_old_name("silenced", "edits")  # as links called it once
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
    """Return the lesson that the link asks for, if the model has to be taught it first."""
    return st.session_state.get(_UNTAUGHT)


def count_beyond_most() -> int:
    """Return how many requested changes exceed the limit."""
    return st.session_state.get(_LEFT_OUT, 0)


def change(changes: Sequence[Change]) -> None:
    """Set the model changes from the next run on; an empty tuple restores the model."""
    st.session_state["edits"] = write_changes(changes)


def silence(heads: Sequence[SilencedHead]) -> None:
    """Set the silenced heads from the next run on; other changes stay."""
    others = [one for one in controls.reading().changes if not isinstance(one, SilencedHead)]
    change(combine(others, heads))
