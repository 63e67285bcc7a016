"""Runs of pages take turns: a few at a time, and no visitor's before those of all others."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ui.queues.fairness import Fair, Owner, owner
from ui.queues.patience import let_end

SHORT = 1.0  # seconds after which a run keeps nobody waiting any more
LOOK = 0.25  # seconds between two looks whether a run in the queue is still wanted


class Turns:
    """A fair semaphore: at most so many page runs at a time.

    Python does one thing at a time, and threads that all want it hand it to and fro: fifty runs
    side by side all end late, and take half as much work again. Waiting costs nothing.

    Args:
        count: runs side by side.
        clock: tells the time, in seconds.
    """

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._fair, self._clock = Fair(count, clock), clock
        self._waiting: dict[threading.Event, Owner] = {}
        self._began: dict[threading.Event, tuple[float, Owner]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a slot and hold it within a ``with`` block; a cancelled run ends here."""
        mine, whose = threading.Event(), owner()
        with self._lock:
            self._waiting[mine] = whose
            self._call()
        waited = not mine.is_set()
        try:
            while not mine.wait(LOOK):
                let_end()
                with self._lock:
                    self._call()
            if waited:  # its visitor may have asked for something else since
                let_end()
            yield
        finally:
            with self._lock:
                self._waiting.pop(mine, None)
                self._began.pop(mine, None)
                self._call()

    def _call(self) -> None:
        """Let those who come next begin, as long as there is room."""
        now = self._clock()
        while True:
            short = [whose for began, whose in self._began.values() if now - began < SHORT]
            place = self._fair.first([*self._waiting.values()], short)
            if place is None:
                return
            event = [*self._waiting][place]
            whose = self._waiting.pop(event)
            self._fair.serve(whose)
            self._began[event] = now, whose
            event.set()


TURNS = Turns(count=2)  # a third of a page's work is PyTorch's, which lets Python go on beside it
