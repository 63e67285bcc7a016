"""A lesson: a few sentence pairs to fine-tune on, and the training settings."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from model.arguments import check_fields
from model.faults import Fault

LARGEST_SEED = 2**63 - 1  # that a torch generator takes


@dataclass(frozen=True)
class LessonPair:
    """A sentence and the translation to teach for it.

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
        """Validate the types of the fields."""
        check_fields(self)


def parse_lesson_pair(row: Sequence[str]) -> LessonPair:
    """Return a LessonPair from [source language, sentence, target language, translation].

    Raises:
        ValueError: if there are not four items.
    """
    if len(row) != len(fields(LessonPair)):
        raise ValueError(f"{row!r}: a pair is a language, a text, a language and a text")
    return LessonPair(*row)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Sentence pairs to fine-tune on together, and the training settings.

    Args:
        pairs: at most 12; every batch has all of them.
        steps: number of weight updates.
        rate: Adam's initial learning rate; it decays linearly to zero.
        rehearsal: known sentence pairs added to each batch, in any of the model's translation
            directions, against forgetting.
        rank: rank of the low-rank updates (LoRA, Hu et al. 2021) of W_Q and W_V, the only weights
            trained then; 0 to train every weight.
        seed: seed of the choice of rehearsed pairs and of the initial low-rank updates.

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
        """Validate the training settings; raise Fault for the first one out of range."""
        check_fields(self)
        if self.steps < 1:
            raise Fault("a lesson needs at least 1 step, not {steps}", steps=self.steps)
        if not 0 < self.rate <= 1:
            raise Fault("the learning rate must be between 0 and 1, not {rate:g}", rate=self.rate)
        if self.rehearsal < 0:
            raise Fault(
                "the number of rehearsed pairs must not be negative, but it is {count}",
                count=self.rehearsal,
            )
        if self.rank < 0:
            raise Fault("the rank must not be negative, but it is {rank}", rank=self.rank)
        if not 0 <= self.seed <= LARGEST_SEED:
            raise Fault("a seed is a number from 0 to {most}", most=LARGEST_SEED)

    @property
    def language_pairs(self) -> tuple[tuple[str, str], ...]:
        """The distinct (source, target) languages of the pairs, in order of first occurrence."""
        pairs = ((pair.source_language, pair.target_language) for pair in self.pairs)
        return tuple(dict.fromkeys(pairs))
