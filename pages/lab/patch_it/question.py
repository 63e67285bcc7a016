"""What a visitor asks of two runs."""

from dataclasses import dataclass
from typing import TypeVar

from model.changes.kinds import Change
from model.transformer import Transformer
from ui.readings import session

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """Two sentences, or one in two languages, and how they are patched.

    Args:
        texts: the clean and the changed sentence.
        languages: into which each is translated.
        beginning: ids that both translations begin with.
        changes: of the model, in both runs.
        swapped: whether the clean run's numbers are put into the changed one.
        everywhere: whether the decoder's sub-layers and heads are patched at all positions.
    """

    texts: tuple[str, str]
    languages: tuple[str, str]
    beginning: tuple[int, ...]
    changes: tuple[Change, ...]
    swapped: bool
    everywhere: bool

    @property
    def ids(self) -> tuple[list[int], list[int]]:
        """What the encoder reads in each run."""
        clean, changed = map(session.glass().source_ids, self.texts, self.languages)
        return clean, changed

    @property
    def network(self) -> Transformer:
        """What computes both runs: another network where weights are changed."""
        return session.glass().network_with(self.changes)


@dataclass(frozen=True)
class Trial:
    """A question at one step, with two tokens that compete there.

    Args:
        question: what is asked.
        step: after so many tokens of the translation.
        tokens: ids of the clean and of the changed token.
    """

    question: Question
    step: int
    tokens: tuple[int, int]

    def turn(self, pair: tuple[T, T]) -> tuple[T, T]:
        """Return what is of the clean and the changed run as host and donor, and back again."""
        clean, changed = pair
        return (changed, clean) if self.question.swapped else pair
