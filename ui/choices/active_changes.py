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
from model.changes.taught import is_lesson_cached
from ui.choices import controls, link
from ui.readings import session
from ui.readings.changes import format_changes, merge_changes, parse_changes

MAX_CHANGES = 100  # changes at once: all heads of the model and a few more
POSITIONAL_CHANGES = (
    PinnedWeights,
    CutPosition,
    Steering,
)  # need a position, which a sentence may lack
_LEFT_OUT, _UNTAUGHT = "changes left out", "lesson to teach"


def read_active_changes(text: str, language: str) -> tuple[Change, ...]:
    """Return the changes of the model, such as silenced heads, that the link names and that can be
    made for this sentence.

    A change at a position that neither sentence nor translation has is left out and removed from
    the link; so are all changes beyond the first ``MAX_CHANGES`` (see ``count_excess_changes``). A
    lesson that the model has yet to be fine-tuned on is left out but stays in the link (see
    ``pending_lesson``).

    Args:
        text: the sentence.
        language: code of the target language.
    """
    link.accept_parameter_alias("silenced", "edits")  # the name in old links
    codes = link.restore_control("edits", str, "", lambda value: isinstance(value, str))
    found = parse_changes(codes, session.glass().config)
    if any(isinstance(one, POSITIONAL_CHANGES) for one in found):
        plain = session.read(text, language, ())
        size = len(plain.source), len(plain.target)
        found = tuple(
            one for one in found if not isinstance(one, POSITIONAL_CHANGES) or one.fits(*size)
        )
    if len(found) != MAX_CHANGES:  # else some may have been left out in an earlier run
        st.session_state[_LEFT_OUT] = max(0, len(found) - MAX_CHANGES)
    set_changes(found[:MAX_CHANGES])
    link.store_control("edits", format_changes(found[:MAX_CHANGES]), "")
    network = session.glass().network
    untaught = [
        one
        for one in found[:MAX_CHANGES]
        if isinstance(one, TaughtWeights) and not is_lesson_cached(network, one.lesson)
    ]
    st.session_state[_UNTAUGHT] = untaught[0].lesson if untaught else None
    return tuple(one for one in found[:MAX_CHANGES] if one not in untaught)


def pending_lesson() -> Lesson | None:
    """Return the lesson in the link that the model has yet to be fine-tuned on; None if none.

    A lesson is a few sentence pairs and the settings of the training on them.
    """
    return st.session_state.get(_UNTAUGHT)


def count_excess_changes() -> int:
    """Return how many of the link's changes exceeded ``MAX_CHANGES`` and were left out."""
    return st.session_state.get(_LEFT_OUT, 0)


def set_changes(changes: Sequence[Change]) -> None:
    """Replace all changes of the model from the next script run on.

    Args:
        changes: the new changes; without any, the model is as it was trained.
    """
    st.session_state["edits"] = format_changes(changes)


def set_silenced_heads(heads: Sequence[SilencedHead]) -> None:
    """Set the silenced heads for the next script run; other changes stay."""
    others = [
        one for one in controls.current_reading().changes if not isinstance(one, SilencedHead)
    ]
    set_changes(merge_changes(others, heads))
