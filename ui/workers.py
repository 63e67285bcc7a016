"""Work that no page can wait for: a few threads for the whole server, and no more than those."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Generic, TypeVar

import torch

# Of a worker; the thread of a page has 0. Measured beside two trainings: a new sentence takes a
# visitor 1.5 times as long as without them, and 2.7 times when all have the same priority.
NICENESS = 5


T = TypeVar("T")


class State(StrEnum):
    """What became of a job."""

    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"  # on request
    LEFT = "left"  # nobody looked any more
    FAILED = "failed"


class Job(Generic[T]):
    """Work that is done in a thread of its own, such as a training.

    Args:
        work: yields snapshots of what it has come to.
        clock: tells the time, in seconds.
    """

    def __init__(self, work: Iterator[T], clock: Callable[[], float]) -> None:
        self.state = State.RUNNING
        self.over = threading.Event()
        self._work, self._clock = work, clock
        self._snapshots: list[T] = []
        self._stopped = threading.Event()
        self._looked = clock()

    @property
    def running(self) -> bool:
        """Whether more snapshots may come."""
        return self.state is State.RUNNING

    def look(self) -> list[T]:
        """Return the snapshots so far, and note that somebody is watching."""
        self._looked = self._clock()
        return list(self._snapshots)

    def stop(self) -> None:
        """Ask the job to end with its next snapshot."""
        self._stopped.set()

    def run(self, rest: float, patience: float) -> State:
        """Do the work and say how it ended.

        Args:
            rest: seconds between snapshots in which the processor belongs to others.
            patience: seconds after which a job that nobody looks at ends.
        """
        for snapshot in self._work:
            self._snapshots.append(snapshot)
            if self._stopped.is_set():
                return State.STOPPED
            if self._clock() - self._looked > patience:
                return State.LEFT
            self._stopped.wait(rest)
        return State.FINISHED


class Workers:
    """At most so many jobs at a time; there is no queue, who comes too late is told so.

    Args:
        count: jobs that may run side by side.
        rest: see ``Job.run``.
        patience: see ``Job.run``.
        clock: tells the time, in seconds.
    """

    def __init__(
        self,
        count: int,
        rest: float = 0.1,
        patience: float = 15.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = threading.Semaphore(count)
        self._rest, self._patience, self._clock = rest, patience, clock

    def begin(self, work: Iterator[T]) -> Job[T] | None:
        """Begin a job, or return None if all workers are busy."""
        if not self._free.acquire(blocking=False):
            return None
        job = Job(work, self._clock)
        threading.Thread(target=self._do, args=[job], daemon=True).start()
        return job

    def _do(self, job: Job) -> None:
        torch.set_num_threads(1)
        if sys.platform == "linux":  # where threads have priorities: visitors' pages come first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        state = State.FAILED
        try:
            state = job.run(self._rest, self._patience)
        except Exception as error:
            logging.getLogger("glass").error("a job failed", exc_info=error)
        finally:
            self._free.release()  # before anybody can know of the end and begin again
            job.state = state
            job.over.set()


WORKERS = Workers(count=2)  # for all visitors and all pages together
