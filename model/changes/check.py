"""Changes as people ask for them: one or several, and each must exist in the model."""

from collections.abc import Iterable

from model.changes.change import Change
from model.config import ModelConfig
from model.parts import ATTENTIONS


def check_changes(changes: Change | Iterable[Change], config: ModelConfig) -> tuple[Change, ...]:
    """Return the changes that somebody asks for, if the model has what they change.

    Args:
        changes: one, or several.
        config: of the model.

    Raises:
        ValueError: if one is no change, or if the model lacks what it changes.
    """
    several = (changes,) if isinstance(changes, Change | str) else tuple(changes)
    for change in several:
        if not isinstance(change, Change):
            raise ValueError(f'{change!r} is no change; SilencedHead("cross", 0, 1) is one')
        attention = getattr(change, "attention", None)
        if attention is not None and attention not in ATTENTIONS:
            raise ValueError(f"there is no attention {attention!r}, only {', '.join(ATTENTIONS)}")
        if not change.exists(config):
            raise ValueError(f"this model has nothing that {change} could change")
    return several
