"""Rate limiting by token bucket."""

import time
from collections.abc import Callable


class TokenBucket:
    """A token bucket: a bounded number of tokens, refilled at a constant rate.

    It may be overdrawn: a large message goes through, and the next one waits longer.

    Args:
        rate: tokens added per second.
        capacity: capacity in tokens.
        clock: returns the time in seconds.
    """

    def __init__(
        self, rate: float, capacity: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start with a full bucket.

        Args:
            rate: tokens added per second.
            capacity: the most tokens that the bucket holds.
            clock: returns the time in seconds.
        """
        self._rate, self._most, self._clock = rate, capacity, clock
        self._left, self._when = capacity, clock()

    @property
    def left(self) -> float:
        """Number of tokens in the bucket now; negative if overdrawn."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._when))
        self._when = now
        return self._left

    @property
    def wait(self) -> float:
        """Seconds until the bucket is no longer overdrawn; 0 if it is not."""
        return max(0.0, -self.left / self._rate)

    def reserve(self, most: float) -> float | None:
        """Take a token in advance: who reserves later waits longer, so each waits once, in order.

        Args:
            most: number of tokens that may be reserved at a time.

        Returns:
            Seconds after which the token may be used, 0 for at once; None, and no token is taken,
            if ``most`` are reserved already.
        """
        if self.left <= -most:
            return None
        seconds = self.wait
        self.use(1)
        return seconds

    def use(self, cost: float) -> None:
        """Take ``cost`` tokens from the bucket, even if that overdraws it."""
        self._left = self.left - cost
