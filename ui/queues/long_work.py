"""Long work in a visitor's own run: it yields to others and ends when its visitor moves on."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import streamlit as st

from ui.messages import _
from ui.queues.fairness import FairScheduler, Owner, current_owner

T = TypeVar("T")
LONG = 0.5  # seconds of CPU time after which a run counts as long work
NICENESS = 5  # of a long run's thread
POLL_INTERVAL = 0.05  # seconds between two checks for a free slot


class TooManyWaiting(Exception):
    """Too many visitors wait for a slot already; the message is for the visitor."""


class Slots:
    """A fair semaphore for long computations in page runs, with a bounded queue.

    Args:
        slot_count: number of long computations that may run at a time.
        max_waiting: maximum number of runs in the queue.
        max_per_address: maximum number of queued runs of one network address; None:
            ``max_waiting``.
        clock: returns the calling thread's CPU time in seconds. Waiting does not count: on a busy
            machine a short request takes long without being long work.
        lower_priority: lowers the calling thread's priority.
    """

    def __init__(
        self,
        slot_count: int,
        max_waiting: int = 24,
        max_per_address: int | None = None,
        clock: Callable[[], float] = time.thread_time,
        lower_priority: Callable[[], None] | None = None,
    ) -> None:
        """Start with all slots free and nobody waiting.

        Args:
            slot_count: number of long computations that may run at a time.
            max_waiting: maximum number of runs in the queue.
            max_per_address: maximum number of queued runs of one network address; None:
                ``max_waiting``.
            clock: returns the calling thread's CPU time in seconds.
            lower_priority: lowers the calling thread's priority; None: the default, which works on
                Linux only.
        """
        self._fair, self._longest, self._of_one = (
            FairScheduler(slot_count),
            max_waiting,
            max_per_address or max_waiting,
        )
        self._waiting: dict[object, Owner] = {}
        self._seated: dict[object, Owner] = {}
        self._clock, self._give_way = clock, lower_priority or _lower_thread_priority
        self._lock = threading.Lock()

    def interruptible(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield what ``steps`` yields; after each item, the run may be ended or have to wait.

        It is ended if its visitor has left or asked for something else. After ``LONG`` seconds of
        CPU time it waits for a slot, holds it to the end, and continues at a lower priority.

        Args:
            steps: iterator that does a part of the computation for each item.

        Raises:
            TooManyWaiting: if the queue is full.
        """
        began, mine, seated = self._clock(), object(), False
        try:
            for step in steps:
                yield step
                check_cancelled()
                if not seated and self._clock() - began > LONG:
                    self._give_way()
                    self._wait_for_slot(mine)
                    seated = True
        finally:
            if seated:
                with self._lock:
                    del self._seated[mine]

    def _wait_for_slot(self, ticket: object) -> None:
        """Wait in the queue until this run gets a slot; raise ``TooManyWaiting`` if it is full."""
        whose = current_owner()
        with self._lock:
            theirs = sum(one.address == whose.address for one in self._waiting.values())
            if len(self._waiting) >= self._longest or theirs >= self._of_one:
                raise TooManyWaiting(
                    _(
                        "Many visitors have long jobs running on this server. Yours was set aside "
                        "before it could slow them down, so please try again in a minute, or "
                        "shorten the sentence."
                    )
                )
            self._waiting[ticket] = whose
        try:
            while not self._take_slot_if_next(ticket):
                time.sleep(POLL_INTERVAL)
                check_cancelled()
        finally:
            with self._lock:
                self._waiting.pop(ticket, None)

    def _take_slot_if_next(self, ticket: object) -> bool:
        """Take a slot if this run is next in the queue; return whether it has taken one."""
        with self._lock:
            place = self._fair.choose_next([*self._waiting.values()], [*self._seated.values()])
            if place is None or [*self._waiting][place] is not ticket:
                return False
            self._seated[ticket] = self._waiting.pop(ticket)
            self._fair.record_service(self._seated[ticket])
            return True


def check_cancelled() -> None:
    """End this script run if its visitor has left or has asked for something else meanwhile."""
    st.session_state.get("nothing")


def _lower_thread_priority() -> None:
    """Lower the current thread's scheduling priority, on Linux only."""
    # On Linux threads have priorities. A visitor's next run gets a new thread; tests run pages in
    # the main thread, which would keep its low priority for ever.
    if sys.platform == "linux" and threading.current_thread() is not threading.main_thread():
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


SLOTS = Slots(slot_count=2, max_per_address=12)  # for all visitors together
