"""What changes do to a sentence: the broken model beside the unbroken one, measured."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import Change, PinnedWeights, SilencedHead
from model.measures.surprisal import divergence, surprisal
from ui.readings import session
from ui.readings.passes import shorten_reading
from ui.readings.reading import ATTENTIONS, Reading


@dataclass(frozen=True)
class Damage:
    """One sentence in the unbroken model and in the broken one.

    Args:
        plain: what the unbroken model says.
        broken: what the broken one says.
        forced: the broken model's pass over the unbroken one's translation.
        before: log-probability of each token of that translation, unbroken.
        after: the same in the broken model.
        bits: how far the distribution over the next token moved, at each of its steps.
    """

    plain: Reading
    broken: Reading
    forced: Reading
    before: Float[Tensor, " target"]
    after: Float[Tensor, " target"]
    bits: Float[Tensor, " target"]


def damage(reading: Reading) -> Damage:
    """Compare a reading, whatever is changed in it, with the unbroken model's."""
    plain = shorten_reading(session.read(reading.text, reading.language, ()))
    said = plain.output_ids
    forced = plain
    if reading.changes:
        forced = session.read_with_translation(
            reading.text, reading.language, said, reading.changes
        )
    rows = [one.trace["logits"][0, : len(said)] for one in (plain, forced)]
    before, after = (-surprisal(logits, said) for logits in rows)
    return Damage(plain, reading, forced, before, after, divergence(*rows).clamp(min=0))


def alone(found: Damage, changes: Sequence[Change]) -> list[float]:
    """Return what each of some changes does by itself to the old translation's log-probability."""
    plain = found.plain
    each = session.log_probabilities(
        plain.text, plain.language, plain.output_ids, tuple((change,) for change in changes)
    )
    return [one - found.before.sum().item() for one in each]


def heads_alone(plain: Reading) -> Float[Tensor, "attention layer head"]:
    """Return the same for each head of the unbroken model, silenced alone.

    It is NaN in layers that only the other stack has.
    """
    config = session.glass().config
    result = torch.full((len(ATTENTIONS), config.deepest, config.h), torch.nan)
    for number, path in enumerate(ATTENTIONS.values()):
        for layer in config.layers(path):
            each = session.log_probability_without_each(
                plain.text, plain.language, path.format(layer)
            )
            result[number, layer] = torch.tensor(each)
    return result - session.own_log_probability(plain.text, plain.language, ())


def by_importance(
    changes: Float[Tensor, "attention layer head"],
) -> list[tuple[SilencedHead, float]]:
    """Return all heads and what their loss does, the greatest loss first."""
    found = [
        (SilencedHead(attention, layer, head), change)
        for attention, layers in zip(ATTENTIONS, changes.tolist(), strict=True)
        for layer, heads in enumerate(layers)
        for head, change in enumerate(heads)
        if not math.isnan(change)
    ]
    return sorted(found, key=itemgetter(1))


def without_rows(reading: Reading, attention: str, layer: int, head: int) -> tuple[Change, ...]:
    """Return the changes of a reading but those that edit rows of one head."""
    own = (attention, layer, head)
    return tuple(
        change
        for change in reading.changes
        if not (
            isinstance(change, PinnedWeights)
            and (change.attention, change.layer, change.head) == own
        )
    )
