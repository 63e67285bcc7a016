"""The original and the changed model on one sentence: predictions compared step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.census.orders import least_important_first
from model.changes.kinds import Change, PinnedWeights, SilencedHead
from model.measures.surprisal import kl_divergence, surprisal
from ui.readings import session
from ui.readings.passes import losses_by_silencing, truncate_reading
from ui.readings.reading import ATTENTIONS, Reading


@dataclass(frozen=True)
class ModelComparison:
    """The predictions of the original and of the changed model for one sentence.

    Args:
        original: the original model's reading, with the original translation.
        changed: the changed model's reading, with its own translation.
        changed_forced: the changed model's reading, teacher-forced on the original translation.
        before: log-probability of each token of the original translation in the original model.
        after: the same in the changed model.
        bits: KL divergence of the two next-token distributions at each step, in bits.
    """

    original: Reading
    changed: Reading
    changed_forced: Reading
    before: Float[Tensor, " target"]
    after: Float[Tensor, " target"]
    bits: Float[Tensor, " target"]


def compare_models(reading: Reading) -> ModelComparison:
    """Return the predictions of the changed and of the original model for a sentence.

    Args:
        reading: the changed model's reading of the sentence, with its changes.
    """
    plain = truncate_reading(session.read(reading.text, reading.language, ()))
    said = plain.output_ids
    forced = plain
    if reading.changes:
        forced = session.read_with_translation(
            reading.text, reading.language, said, reading.changes
        )
    rows = [one.trace["logits"][0, : len(said)] for one in (plain, forced)]
    before, after = (-surprisal(logits, said) for logits in rows)
    return ModelComparison(plain, reading, forced, before, after, kl_divergence(*rows).clamp(min=0))


def compute_solo_effects(comparison: ModelComparison, changes: Sequence[Change]) -> list[float]:
    """Return by how much each change of the model, alone, changes ln p of the original translation.

    Args:
        comparison: the original model's reading, and ln p of its translation.
        changes: the changes of the model, applied one at a time.

    Returns:
        A difference in nats for each change; negative if the translation becomes less likely.
    """
    plain = comparison.original
    each = session.log_probabilities(
        plain.text, plain.language, plain.output_ids, tuple((change,) for change in changes)
    )
    return [one - comparison.before.sum().item() for one in each]


def compute_head_ablation_effects(original: Reading) -> Float[Tensor, "attention layer head"]:
    """Return by how much ln p of the original translation changes when each head alone is silenced;
    in nats, negative where the head helps.

    The attentions are "encoder", "decoder" and "cross", in this order. If encoder and decoder have
    different numbers of layers, entries for layers that do not exist are 0.

    Args:
        original: the original model's reading of the sentence.
    """
    return -losses_by_silencing(original.text, original.language)


def rank_heads(
    effects: Float[Tensor, "attention layer head"],
) -> list[tuple[SilencedHead, float]]:
    """Return all heads, each with its effect; the head with the lowest effect comes first.

    Args:
        effects: change in ln p of the translation when each head alone is silenced, in nats.
    """
    ranked = least_important_first(-effects, session.glass().config)[::-1]
    kinds = list(ATTENTIONS)
    return [
        (one, effects[kinds.index(one.attention), one.layer, one.head].item()) for one in ranked
    ]


def drop_row_edits(reading: Reading, attention: str, layer: int, head: int) -> tuple[Change, ...]:
    """Return a reading's changes of the model without those that set one head's weights by hand.

    Args:
        reading: the sentence, with the active changes of the model.
        attention: "encoder", "decoder" or "cross".
        layer: the layer, from 0.
        head: the head, from 0.
    """
    own = (attention, layer, head)
    return tuple(
        change
        for change in reading.changes
        if not (
            isinstance(change, PinnedWeights)
            and (change.attention, change.layer, change.head) == own
        )
    )
