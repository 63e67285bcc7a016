"""How probable a translation stays while more and more heads are silenced."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.census.importance import log_probabilities_under_gates
from model.census.orders import make_head_gates
from model.changes.kinds import SilencedHead
from model.transformer import Transformer

AT_ONCE = 1_000  # tokens in all copies: longer sentences are tried at fewer counts


@dataclass(frozen=True)
class PruningCurve:
    """A translation's probability under more and more silenced heads.

    Args:
        counts: numbers of silenced heads.
        p: geometric mean probability of its tokens, for each count.
        argmax_gaps: how far its tokens fall behind the argmax, summed in nats, for each count; 0
            where each is the argmax.
    """

    counts: tuple[int, ...]
    p: tuple[float, ...]
    argmax_gaps: tuple[float, ...]

    @property
    def first_breaking_count(self) -> int | None:
        """Smallest tried number of silenced heads with which some token of the translation isn't
        the likeliest at its step; None if there is none.
        """
        return next(iter(self.breaking_counts()), None)

    def breaking_counts(self, at_least: float = 0.0) -> list[int]:
        """Return the tried numbers of silenced heads with which the translation's tokens trail the
        likeliest ones by more than ``at_least`` nats in total.
        """
        there = zip(self.counts, self.argmax_gaps, strict=True)
        return [count for count, behind in there if behind > at_least]


def compute_pruning_curve(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    order: Sequence[SilencedHead],
) -> PruningCurve:
    """Return how probable the tokens of a translation stay with the first k heads of ``order``
    silenced, for several k from 0 to all.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids from the start token to the last counted token.
        order: heads in the order of silencing.
    """
    tokens = len(source) + len(translation)
    step = max(1, -(-len(order) * tokens // AT_ONCE))
    counts = sorted({*range(0, len(order) + 1, step), len(order)})
    copies = make_head_gates([order[:count] for count in counts], model.config)
    said, best = log_probabilities_under_gates(model, source, translation, copies)
    return PruningCurve(
        tuple(counts),
        tuple(said.mean(dim=-1).exp().tolist()),
        tuple((best - said).sum(dim=-1).tolist()),
    )
