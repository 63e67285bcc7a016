"""Long work in a visitor's own run: it gives way to others, and ends when its visitor goes on."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import streamlit as st

from ui.messages import _
from ui.queues.fairness import Fair, Owner, owner

T = TypeVar("T")
LONG = 0.5  # seconds of work after which a run may no longer delay those of others
NICENESS = 5  # of its thread from then on
LOOK = 0.05  # seconds between two looks whether a seat is free


class Busy(Exception):
    """Too many visitors already wait; the text is for the visitor."""


class Seats:
    """A fair semaphore for long work in a visitor's run, with a bounded queue.

    Args:
        count: runs that work side by side.
        longest: runs that may wait.
        of_one: runs of one address that may wait; as many as of all if None.
        clock: tells how long the calling thread has worked, in seconds. What it waited does not
            count: on a busy machine a short request takes long, and is no long work for that.
        give_way: lets the calling thread come after others.
    """

    def __init__(
        self,
        count: int,
        longest: int = 24,
        of_one: int | None = None,
        clock: Callable[[], float] = time.thread_time,
        give_way: Callable[[], None] | None = None,
    ) -> None:
        self._fair, self._longest, self._of_one = Fair(count), longest, of_one or longest
        self._waiting: dict[object, Owner] = {}
        self._seated: dict[object, Owner] = {}
        self._clock, self._give_way = clock, give_way or _give_way
        self._lock = threading.Lock()

    def interruptible(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield the steps of some work, which the visitor may cancel after each.

        Between two steps Streamlit ends the run if its visitor asked for something else or left.
        Work that turns out to be long goes on behind the short requests of others, and only while
        it has a seat.

        Raises:
            Busy: if too many wait for a seat.
        """
        began, mine, seated = self._clock(), object(), False
        try:
            for step in steps:
                yield step
                let_end()
                if not seated and self._clock() - began > LONG:
                    self._give_way()
                    self._sit(mine)
                    seated = True
        finally:
            if seated:
                with self._lock:
                    del self._seated[mine]

    def _sit(self, mine: object) -> None:
        """Wait in the queue until there is a seat, or raise ``Busy``."""
        whose = owner()
        with self._lock:
            theirs = sum(one.address == whose.address for one in self._waiting.values())
            if len(self._waiting) >= self._longest or theirs >= self._of_one:
                raise Busy(
                    _(
                        "Many visitors have long jobs running on this server. Yours "
                        "was set aside before it slowed them down: please try again in "
                        "a minute, or shorten the sentence."
                    )
                )
            self._waiting[mine] = whose
        try:
            while not self._seat(mine):
                time.sleep(LOOK)
                let_end()
        finally:
            with self._lock:
                self._waiting.pop(mine, None)

    def _seat(self, mine: object) -> bool:
        """Give somebody a seat if it is their turn; return whether it is."""
        with self._lock:
            place = self._fair.first([*self._waiting.values()], [*self._seated.values()])
            if place is None or [*self._waiting][place] is not mine:
                return False
            self._seated[mine] = self._waiting.pop(mine)
            self._fair.serve(self._seated[mine])
            return True


def let_end() -> None:
    """Let Streamlit cancel this run if its visitor has moved on."""
    st.session_state.get("nothing")


def _give_way() -> None:
    # Where threads have priorities. A visitor's next run has a thread anew; tests run pages in the
    # main one, which would stay behind for ever.
    if sys.platform == "linux" and threading.current_thread() is not threading.main_thread():
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


SEATS = Seats(count=2, of_one=12)  # for all visitors together
