"""A lesson: a few sentence pairs that are taught, and how the weights may move."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from model.arguments import check_fields
from model.faults import Fault

LARGEST_SEED = 2**63 - 1  # of a generator


@dataclass(frozen=True)
class LessonPair:
    """A sentence and the translation that is taught.

    Args:
        source_language: code of the language of the sentence.
        source: the sentence.
        target_language: code of the language of the translation.
        target: the translation.
    """

    source_language: str
    source: str
    target_language: str
    target: str

    def __post_init__(self) -> None:
        check_fields(self)


def lesson_pair(row: Sequence[str]) -> LessonPair:
    """Return the pair that four texts are.

    Raises:
        ValueError: if they are not four.
    """
    if len(row) != len(fields(LessonPair)):
        raise ValueError(f"{row!r}: a pair is a language, a text, a language and a text")
    return LessonPair(*row)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Pairs that are taught together, and the settings of the training.

    Args:
        pairs: at most 12; all of them stand in each step's batch.
        steps: updates of the weights.
        rate: Adam's learning rate at the first step; it falls in a straight line to zero.
        rehearsal: sentence pairs of our own that stand beside the lesson in each batch, in any of
            the model's directions, so that it does not forget what it knew.
        rank: of the low-rank updates of W_Q and W_V (LoRA, Hu et al. 2021), which are then all
            that is trained; 0 to train every weight.
        seed: decides which pairs are rehearsed and where low-rank updates begin.

    Raises:
        Fault: if a setting makes no sense.
    """

    pairs: tuple[LessonPair, ...]
    steps: int = 30
    rate: float = 1e-4
    rehearsal: int = 12
    rank: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        check_fields(self)
        if self.steps < 1:
            raise Fault("a lesson has at least 1 step, not {steps}", steps=self.steps)
        if not 0 < self.rate <= 1:
            raise Fault("the learning rate {rate} must lie between 0 and 1", rate=f"{self.rate:g}")
        if self.rehearsal < 0:
            raise Fault("rehearsal {count} must not be negative", count=self.rehearsal)
        if self.rank < 0:
            raise Fault("rank {rank} must not be negative", rank=self.rank)
        if not 0 <= self.seed <= LARGEST_SEED:
            raise Fault("a seed is a number from 0 to {most}", most=LARGEST_SEED)

    @property
    def directions(self) -> tuple[tuple[str, str], ...]:
        """From which language into which the pairs translate, each once, the first one first."""
        pairs = ((pair.source_language, pair.target_language) for pair in self.pairs)
        return tuple(dict.fromkeys(pairs))
