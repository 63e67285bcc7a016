"""How much somebody may ask for in a time: who asks for more waits until it is earned again."""

import time
from collections.abc import Callable


class Allowance:
    """So much at once and so much a second: a bucket that fills by itself.

    What is used may be more than there is: a large message goes through, and the next one waits the
    longer.

    Args:
        rate: what is earned a second.
        most: what is saved at most.
        clock: tells the time, in seconds.
    """

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._when = most, clock()

    @property
    def left(self) -> float:
        """What there is now; less than zero, where it is owed."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._when))
        self._when = now
        return self._left

    @property
    def wait(self) -> float:
        """Seconds until there is something again; zero if there is."""
        return max(0.0, -self.left / self._rate)

    def use(self, cost: float) -> None:
        """Take something away."""
        self._left = self.left - cost
