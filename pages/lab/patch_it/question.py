"""The patching question, and one trial of it: a step and two competing tokens."""

from dataclasses import dataclass
from typing import TypeVar

from model.changes.kinds import Change
from model.transformer import Transformer
from ui.readings import session

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """Two sentences, or one in two target languages, and how they are patched.

    Args:
        texts: the clean and the changed sentence.
        languages: target language of each.
        prefix_ids: token ids of the prefix forced on both translations.
        changes: model changes applied in both runs.
        swapped: whether the clean run is the source run and the changed one the base run.
        all_positions: whether the decoder's sub-layers and heads are patched at all positions.
    """

    texts: tuple[str, str]
    languages: tuple[str, str]
    prefix_ids: tuple[int, ...]
    changes: tuple[Change, ...]
    swapped: bool
    all_positions: bool

    @property
    def ids(self) -> tuple[list[int], list[int]]:
        """Source token ids of the clean sentence and of the changed one."""
        clean, changed = map(session.glass().source_ids, self.texts, self.languages)
        return clean, changed

    @property
    def network(self) -> Transformer:
        """The network that runs both passes, over the clean and over the changed sentence. Changes
        of the model that alter weights are applied to it.
        """
        return session.glass().network_with(self.changes)


@dataclass(frozen=True)
class Trial:
    """A question at one step, with two tokens that compete there.

    Args:
        question: pair and patching options.
        step: number of target tokens before the compared prediction.
        tokens: ids of the clean and of the changed token, whose logits are compared.
    """

    question: Question
    step: int
    tokens: tuple[int, int]

    def to_base_and_source(self, pair: tuple[T, T]) -> tuple[T, T]:
        """Reorder a (clean, changed) pair as (base, source). The base pass is the one that is
        patched; activations are taken from the source pass. Which is the clean one depends on the
        chosen direction.

        Args:
            pair: anything that belongs to the clean and to the changed pass.
        """
        clean, changed = pair
        return (changed, clean) if self.question.swapped else pair
