"""The training example, its label smoothing, and the steps taken before."""

from dataclasses import dataclass

from model.backward.gradients import Example
from model.backward.step import Step


@dataclass(frozen=True)
class Question:
    """One training example and how its loss is computed.

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
