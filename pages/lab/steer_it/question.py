"""The steering question: a sentence, a direction, a tap and a position."""

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
class Question:
    """A sentence, and the direction added to its vectors.

    Args:
        text: the sentence.
        language: code of the target language.
        changes: other active model changes.
        pairs: sentence pairs behind the direction.
        direction: direction and the tap where it is added.
        position: steered position, from 0; None for all.
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
        """The multiples of the direction that are tried, ascending and symmetric around 0."""
        step = STEP if len(self.ids) <= FINE else 1.0
        count = round(FARTHEST / step)
        return tuple(place * step for place in range(-count, count + 1))

    @property
    def whole_alphas(self) -> tuple[float, ...]:
        """Those of ``alphas`` that are whole numbers. With the random direction, only these are
        tried.
        """
        return tuple(alpha for alpha in self.alphas if alpha == int(alpha))

    def steering(self, alpha: float, random: bool = False) -> Steering:
        """Return the change of the model that adds alpha times the direction to the chosen
        position, or to all.

        Args:
            alpha: the multiple.
            random: whether to add a random direction of equal norm instead.
        """
        chosen = random_control(self.direction) if random else self.direction
        return Steering(chosen, alpha, self.position)


def drop_steering(reading: Reading) -> tuple[Change, ...]:
    """Return the changes that are active in a reading, except those that add a steering direction.

    Args:
        reading: the sentence and its translation, with the changes that are active.
    """
    return tuple(change for change in reading.changes if not isinstance(change, Steering))
