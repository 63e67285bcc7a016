"""Choices of single sections: several of them may be open, and each has a layer of its own."""

from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES


def layer(key: str, where: str) -> int:
    """Let the person choose a layer of a stack, or of the stack that has an attention, from 0."""
    return _number_box(key, _("Layer"), len(session.glass().config.layers(where)))


def head(key: str) -> int:
    """Let the person choose a head; return its number, from 0."""
    return _number_box(key, _("Head"), session.glass().config.h)


def attention(key: str, default: str) -> str:
    """Let the person choose one of the attentions; return its key."""
    names = {kind: _(name) for kind, name in ATTENTION_NAMES.items()}
    return controls.one_of(key, _("Attention"), names, default, label_shown=False)


def _number_box(key: str, label: str, count: int) -> int:
    return controls.one_of(key, label, {n: str(n) for n in range(1, count + 1)}, 1) - 1
