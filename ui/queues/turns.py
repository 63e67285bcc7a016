"""Runs of pages take turns: a few at a time, in the order in which they were asked for."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ui.queues.patience import let_end

SHORT = 1.0  # seconds after which a run keeps nobody waiting any more
LOOK = 0.25  # seconds between two looks whether a run in the queue is still wanted


class Turns:
    """So many runs begin at a time; the others wait until one is over.

    Python does one thing at a time, and threads that all want it hand it to and fro: fifty runs
    side by side all end late, and take half as much work again. Waiting costs nothing.

    Args:
        count: runs side by side.
        clock: tells the time, in seconds.
    """

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._count, self._clock = count, clock
        self._waiting = deque[threading.Event]()
        self._began: dict[threading.Event, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn; it is over with the block. A run that is not wanted any more ends."""
        mine = threading.Event()
        with self._lock:
            self._waiting.append(mine)
            self._call()
        try:
            while not mine.wait(LOOK):
                let_end()
                with self._lock:
                    self._call()
            yield
        finally:
            with self._lock:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                self._began.pop(mine, None)
                self._call()

    def _call(self) -> None:
        """Let the first of those who wait begin, as long as there is room."""
        now = self._clock()
        short = sum(now - began < SHORT for began in self._began.values())
        for _ in range(min(self._count - short, len(self._waiting))):
            first = self._waiting.popleft()
            self._began[first] = now
            first.set()


TURNS = Turns(count=2)  # a third of a page's work is PyTorch's, which lets Python go on beside it
