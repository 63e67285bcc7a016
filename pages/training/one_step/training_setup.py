"""A training example, its label smoothing, and the training steps taken before."""

from dataclasses import dataclass

from model.backward.gradients import Example
from model.backward.step import Step


@dataclass(frozen=True)
class TrainingSetup:
    """A training example, its label smoothing, and the training steps already taken.

    Args:
        example: source and reference token ids.
        smoothing: label smoothing; 0 for none.
        steps_taken: steps that the visitor's copy has already taken.
        is_own_translation: whether the reference is the model's own translation.
    """

    example: Example
    smoothing: float
    steps_taken: tuple[Step, ...] = ()
    is_own_translation: bool = True
