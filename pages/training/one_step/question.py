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
        taken: steps that the visitor's copy has already taken.
        own: whether the reference is the model's own translation.
    """

    example: Example
    smoothing: float
    taken: tuple[Step, ...] = ()
    own: bool = True
