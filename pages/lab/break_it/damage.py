"""What changes do to a sentence: the broken model beside the unbroken one, measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.census.orders import least_first
from model.changes.kinds import Change, PinnedWeights, SilencedHead
from model.measures.surprisal import divergence, surprisal
from ui.readings import session
from ui.readings.passes import losses_by_silencing, shorten_reading
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

    It is 0 in layers that only the other stack has.
    """
    return -losses_by_silencing(plain.text, plain.language)


def by_importance(
    changes: Float[Tensor, "attention layer head"],
) -> list[tuple[SilencedHead, float]]:
    """Return all heads and what their loss does, the greatest loss first."""
    ranked = least_first(-changes, session.glass().config)[::-1]
    kinds = list(ATTENTIONS)
    return [
        (one, changes[kinds.index(one.attention), one.layer, one.head].item()) for one in ranked
    ]


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
