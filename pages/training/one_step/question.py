"""What a visitor asks: a sentence, what is right, and from which weights the step begins."""

from dataclasses import dataclass

from model.backward.gradients import Example
from model.backward.step import Step


@dataclass(frozen=True)
class Question:
    """One example and how its loss is counted.

    Args:
        example: the sentence and the right answer.
        smoothing: share of each target that is spread evenly; 0 for none.
        taken: steps that the visitor's copy has taken already.
        own: whether the right answer is the model's own translation.
    """

    example: Example
    smoothing: float
    taken: tuple[Step, ...] = ()
    own: bool = True
