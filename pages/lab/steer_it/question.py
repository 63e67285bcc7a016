"""What a visitor asks of a direction."""

from dataclasses import dataclass

from model.changes.direction import Direction
from model.changes.steering import Steering
from model.steering.along import control
from model.steering.pairs import Pair
from ui.readings import session
from ui.readings.reading import Change, Reading

STEP, FARTHEST = 0.5, 4.0  # between two alphas; the last one
FINE = 32  # tokens of a sentence; for a longer one, only whole alphas


@dataclass(frozen=True)
class Question:
    """A sentence, and the direction that is added to its vectors.

    Args:
        text: the sentence.
        language: into which it is translated.
        changes: what else is changed in the model.
        pairs: that the direction is made of.
        direction: what is added, and where.
        position: to which position, from 0; None for all.
    """

    text: str
    language: str
    changes: tuple[Change, ...]
    pairs: tuple[Pair, ...]
    direction: Direction
    position: int | None

    @property
    def ids(self) -> list[int]:
        """What the encoder reads."""
        return session.glass().source_ids(self.text, self.language)

    @property
    def alphas(self) -> tuple[float, ...]:
        """How many times the direction is added, once each."""
        step = STEP if len(self.ids) <= FINE else 1.0
        count = round(FARTHEST / step)
        return tuple(place * step for place in range(-count, count + 1))

    @property
    def whole_alphas(self) -> tuple[float, ...]:
        """The same for the random direction."""
        return tuple(alpha for alpha in self.alphas if alpha == int(alpha))

    def steering(self, alpha: float, random: bool = False) -> Steering:
        """Return the change at one alpha, of the direction or of a random one that is as long."""
        chosen = control(self.direction) if random else self.direction
        return Steering(chosen, alpha, self.position)


def own_changes(reading: Reading) -> tuple[Change, ...]:
    """Return what else is changed in the model: a steering is what the page itself sets."""
    return tuple(change for change in reading.changes if not isinstance(change, Steering))
