"""A patching experiment, and one trial of it: a step and two competing tokens."""

from dataclasses import dataclass
from typing import TypeVar

from model.changes.kinds import Change
from model.transformer import Transformer
from ui.readings import session

T = TypeVar("T")


@dataclass(frozen=True)
class PatchingExperiment:
    """Two sentences, or one with two target languages, and how activations are patched.

    Args:
        texts: the clean and the changed sentence.
        languages: code of the target language of each.
        prefix_ids: token ids of the prefix forced on both translations.
        changes: model changes applied in both runs.
        swapped: whether activations of the clean run (source) are patched into the changed run
            (base); if not, those of the changed run are patched into the clean run.
        all_positions: whether the decoder's sub-layers and heads are patched at all positions; if
            not, only at the last one.
    """

    texts: tuple[str, str]
    languages: tuple[str, str]
    prefix_ids: tuple[int, ...]
    changes: tuple[Change, ...]
    swapped: bool
    all_positions: bool

    @property
    def ids(self) -> tuple[list[int], list[int]]:
        """Token ids of the clean and of the changed sentence."""
        clean, changed = map(session.glass().source_ids, self.texts, self.languages)
        return clean, changed

    @property
    def network(self) -> Transformer:
        """The network of both runs, with those model changes applied that alter weights."""
        return session.glass().network_with(self.changes)


@dataclass(frozen=True)
class Trial:
    """A patching experiment at one step, with the two tokens whose logits are compared there.

    Args:
        experiment: both sentences, and how activations are patched.
        step: the decoding step, from 0.
        tokens: ids of the clean run's and of the changed run's token.
    """

    experiment: PatchingExperiment
    step: int
    tokens: tuple[int, int]

    def to_base_and_source(self, pair: tuple[T, T]) -> tuple[T, T]:
        """Return a (clean, changed) pair in the order (base, source): swapped if the experiment is.

        Activations of the source run are patched into the base run.

        Args:
            pair: a value of the clean run, and the same of the changed run.
        """
        clean, changed = pair
        return (changed, clean) if self.experiment.swapped else pair
