"""All kinds of changes, interventions in a running model that combine freely.

Each is a small value that says what is changed; its class has the effect. The model itself is never
modified. Layers, heads, units and positions count from 0.
"""

from collections.abc import Iterable, Mapping

from model.arguments import check_fields
from model.changes.attentions import *
from model.changes.change import Change
from model.changes.edits import join_edits
from model.changes.parts import *
from model.changes.steering import *
from model.changes.taught import *
from model.changes.whole_model import *
from model.config import ModelConfig
from model.parts import ATTENTIONS, SUBLAYERS, attention_path
from model.trace import Edit
from model.transformer import Transformer

KINDS: tuple[type[Change], ...] = tuple(Change.__subclasses__())  # from the modules imported above


def collect_edits(model: Transformer, changes: Iterable[Change]) -> Mapping[str, Edit]:
    """Return the edits, by tap name, that make these changes act on a forward pass.

    Changes of one kind are joined by that kind's ``joint_edits``. If several kinds edit the same
    tap, they act one after the other, in the order in which the kinds first occur in ``changes``.
    """
    changes = list(changes)
    kinds: dict[type[Change], None] = {type(change): None for change in changes}
    return join_edits(
        *(
            kind.joint_edits([change for change in changes if type(change) is kind], model)
            for kind in kinds
        )
    )


def can_cache(changes: Iterable[Change]) -> bool:
    """Whether decoding may cache keys and values under these changes.

    If not, each decoding step computes all earlier positions again. That is necessary if a change
    lets positions see later ones, or acts on a single target position: with a cache, the tensors
    hold only the newest position, so that the single one is not found.
    """
    return all(change.cacheable for change in changes)


def check_changes(changes: Change | Iterable[Change], config: ModelConfig) -> tuple[Change, ...]:
    """Return one or several changes as a tuple, after checks against a model's config.

    Args:
        changes: one change, or several.
        config: the model's configuration.

    Raises:
        ValueError: if one is no change, or the model lacks the part that it changes.
    """
    several = (changes,) if isinstance(changes, Change | str) else tuple(changes)
    for change in several:
        if not isinstance(change, Change):
            raise ValueError(f'{change!r} is no change; SilencedHead("cross", 0, 1) is one')
        check_fields(change)
        if (attention := getattr(change, "attention", None)) is not None:
            attention_path(attention)
        if not change.is_valid_for(config):
            raise ValueError(_validation_error(change, config))
    return several


def _validation_error(change: Change, config: ModelConfig) -> str:
    """Return why a change does not fit the model, as a message."""
    where = (getattr(change, name, "") for name in ("attention", "around", "part", "stack"))
    stack = next((name for name in where if name in (*ATTENTIONS, *SUBLAYERS)), "")
    counts = {"layer": len(config.layers(stack)), "head": config.h, "unit": config.d_ff}
    for name, count in counts.items():
        number = getattr(change, name, 0)
        if stack and not -(name == "head") <= number < count:
            return f"{change}: this model has {count} {name}s there, which count from 0"
    return f"this model has nothing that {change} could change"
