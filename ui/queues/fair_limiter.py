"""Fair limit of concurrent page runs: a few at a time, in an order fair to all visitors."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ui.queues.fairness import FairScheduler, Owner, current_owner
from ui.queues.long_work import check_cancelled

SHORT = 1.0  # seconds after which a run no longer occupies its slot
POLL_INTERVAL = 0.25  # seconds between two checks whether a waiting run was cancelled


class FairLimiter:
    """A fair semaphore that limits the number of page runs at a time.

    Fifty runs that compete for Python's global lock all end late, and take half as much CPU time
    again. A run frees its slot when it ends or has taken ``SHORT`` seconds.

    Args:
        slot_count: number of page runs that may hold a slot at a time.
        clock: returns the time in seconds.
    """

    def __init__(self, slot_count: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with all slots free.

        Args:
            slot_count: number of page runs that may hold a slot at a time.
            clock: returns the time in seconds.
        """
        self._fair, self._clock = FairScheduler(slot_count, clock), clock
        self._waiting: dict[threading.Event, Owner] = {}
        self._began: dict[threading.Event, tuple[float, Owner]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def hold_slot(self) -> Iterator[None]:
        """Wait for a slot, then hold it during a ``with`` block.

        If the visitor leaves or asks for something else meanwhile, Streamlit ends the run here.
        """
        mine, whose = threading.Event(), current_owner()
        with self._lock:
            self._waiting[mine] = whose
            self._admit_waiting()
        waited = not mine.is_set()
        try:
            while not mine.wait(POLL_INTERVAL):
                check_cancelled()
                with self._lock:
                    self._admit_waiting()
            if waited:  # the visitor may have asked for something else meanwhile
                check_cancelled()
            yield
        finally:
            with self._lock:
                self._waiting.pop(mine, None)
                self._began.pop(mine, None)
                self._admit_waiting()

    def _admit_waiting(self) -> None:
        """Give free slots to waiting runs, fairly; the caller must hold the lock."""
        now = self._clock()
        while True:
            short = [whose for began, whose in self._began.values() if now - began < SHORT]
            place = self._fair.choose_next([*self._waiting.values()], short)
            if place is None:
                return
            event = [*self._waiting][place]
            whose = self._waiting.pop(event)
            self._fair.record_service(whose)
            self._began[event] = now, whose
            event.set()


PAGE_RUN_LIMITER = FairLimiter(
    slot_count=2
)  # a third of a page's work is PyTorch's, which releases the lock
