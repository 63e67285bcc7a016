"""A steering experiment: a sentence, a direction, a tap and a position."""

from dataclasses import dataclass

from model.changes.direction import Direction
from model.changes.steering import Steering
from model.steering.along import random_control
from model.steering.pairs import ContrastPair
from ui.readings import session
from ui.readings.reading import Change, Reading

STEP, FARTHEST = 0.5, 4.0  # spacing of alphas; the largest one
FINE = 32  # tokens; longer sentences use whole alphas only


@dataclass(frozen=True)
class SteeringExperiment:
    """A sentence, and the direction that is added to its vectors.

    Args:
        text: the sentence.
        language: code of the target language.
        changes: active changes of the model, without steering.
        pairs: sentence pairs from which the direction is computed.
        direction: the direction, and the tap where it is added.
        position: position to whose vector it is added, from 0; None for all positions.
    """

    text: str
    language: str
    changes: tuple[Change, ...]
    pairs: tuple[ContrastPair, ...]
    direction: Direction
    position: int | None

    @property
    def ids(self) -> list[int]:
        """Token ids of the sentence, the end token included."""
        return session.glass().source_ids(self.text, self.language)

    @property
    def alphas(self) -> tuple[float, ...]:
        """The tried values of alpha, the factor of the added direction; ascending, -4 to 4."""
        step = STEP if len(self.ids) <= FINE else 1.0
        count = round(FARTHEST / step)
        return tuple(place * step for place in range(-count, count + 1))

    def steering(self, alpha: float, random: bool = False) -> Steering:
        """Return the change of the model that adds alpha times the direction at its positions.

        Args:
            alpha: factor of the direction.
            random: whether to add a random direction of equal norm instead.
        """
        chosen = random_control(self.direction) if random else self.direction
        return Steering(chosen, alpha, self.position)


def drop_steering(reading: Reading) -> tuple[Change, ...]:
    """Return the active changes of a reading's model, without steering."""
    return tuple(change for change in reading.changes if not isinstance(change, Steering))
