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
    """A translation's probability by number of silenced heads.

    Args:
        counts: the tried numbers of silenced heads, ascending.
        p: geometric mean probability of the translation's tokens, for each count.
        argmax_gaps: ln p of the likeliest token at each step minus that of the translation's token,
            summed over the steps, for each count; 0 if all its tokens are the likeliest.
    """

    counts: tuple[int, ...]
    p: tuple[float, ...]
    argmax_gaps: tuple[float, ...]

    @property
    def first_breaking_count(self) -> int | None:
        """The smallest count at which some token of the translation is not the likeliest at its
        step; None if there is none.
        """
        return next(iter(self.breaking_counts()), None)

    def breaking_counts(self, more_than: float = 0.0) -> list[int]:
        """Return the counts at which some token of the translation is not the likeliest at its
        step.

        Args:
            more_than: a count is returned only if its ``argmax_gaps`` exceeds this, in nats.
        """
        there = zip(self.counts, self.argmax_gaps, strict=True)
        return [count for count, behind in there if behind > more_than]


@dataclass(frozen=True)
class Limits:
    """How many heads can be switched off before beam search writes another translation.

    Args:
        kept: the largest number of them that was found to leave it as it is; 0 if none was.
        broken: a larger number that changes it; 0 if none was found.
        translation: the translation then.
    """

    kept: int
    broken: int = 0
    translation: str = ""


def compute_pruning_curve(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    order: Sequence[SilencedHead],
) -> PruningCurve:
    """Return a translation's probability with the first k heads of ``order`` silenced, for several
    k from 0 to the number of heads.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids of the translation, from the start token to the last scored token.
        order: the heads, in the order in which they are silenced.
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
