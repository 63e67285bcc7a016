"""Background jobs: a few worker threads for the whole server, with a bounded, fair queue."""

import logging
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import copy_context
from enum import StrEnum
from typing import Generic, TypeVar

import torch

from ui.messages import N_, language
from ui.queues.fairness import FairScheduler, current_owner

T = TypeVar("T")
# Of a worker's thread; a page's has 0. Measured beside two trainings: a new sentence takes a
# visitor 1.5 times as long as without them, and 2.7 times where all threads have the same priority.
NICENESS = 5
POLL_INTERVAL = 0.1  # seconds between two checks whether a job may go on
BUSY = N_(
    "This server's queue is full. Most jobs take less than a minute, so try again "
    "in a moment. Your settings are kept."
)


class State(StrEnum):
    """State of a background job."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"  # at the visitor's request
    LEFT = "left"  # nobody watched any more
    FAILED = "failed"


class Job(Generic[T]):
    """A background job, queued or running in a thread of its own.

    Args:
        work: iterator that does the work and yields its results one by one.
        clock: returns the time in seconds.
        timeout: seconds after which the job ends if nobody calls ``poll_results``.
    """

    def __init__(self, work: Iterator[T], clock: Callable[[], float], timeout: float) -> None:
        """Create a job that waits to be run.

        Args:
            work: iterator that does the work and yields its results one by one.
            clock: returns the time in seconds.
            timeout: seconds after which the job ends if nobody calls ``poll_results``.
        """
        language()  # sets the visitor's, which the copied context then has
        self.context, self.owner = copy_context(), current_owner()
        self.state = State.WAITING
        self.over = threading.Event()
        self._work, self._clock, self._patience = work, clock, timeout
        self._results: list[T] = []
        self._stopped = threading.Event()
        self._looked = clock()

    @property
    def running(self) -> bool:
        """Whether the job is queued or running, and may yield further results."""
        return self.state in (State.WAITING, State.RUNNING)

    def poll_results(self) -> list[T]:
        """Return all results so far; the call also restarts the job's timeout."""
        self._looked = self._clock()
        return list(self._results)

    def stop(self) -> None:
        """Ask the job to stop after its next result."""
        self._stopped.set()

    def stop_state(self) -> State | None:
        """Return the state in which the job has to end now; None if it may go on.

        The state is STOPPED after a call of ``stop``, LEFT after the timeout.
        """
        if self._stopped.is_set():
            return State.STOPPED
        return State.LEFT if self._clock() - self._looked > self._patience else None

    def run(self, pause: float, gives_way: Callable[[], bool] = lambda: False) -> State:
        """Run the job in this thread until it ends; return its final state.

        Args:
            pause: seconds to wait after each result, which leaves the processor to others.
            gives_way: whether the job has to wait longer, until another one has ended.

        Returns:
            FINISHED, STOPPED (by ``stop``) or LEFT (after the timeout).
        """
        for result in self._work:
            self._results.append(result)
            if end := self.stop_state():
                return end
            self._stopped.wait(pause)
            while gives_way() and not self.stop_state():
                self._stopped.wait(POLL_INTERVAL)
        return State.FINISHED

    def finish(self, state: State) -> None:
        """Set the final state of the job, and release the memory that its work holds."""
        self.state, self._work = state, iter(())
        self.over.set()


class Workers:
    """A bounded thread pool for background jobs, with a fair queue.

    Args:
        worker_count: maximum number of jobs that run at a time.
        max_waiting: maximum number of jobs in the queue.
        pause: seconds that a job waits after each result.
        timeout: seconds after which a job ends if nobody asks for its results.
        clock: returns the time in seconds.
        max_per_address: maximum number of queued jobs of one network address; None:
            ``max_waiting``.
    """

    def __init__(
        self,
        worker_count: int,
        max_waiting: int = 24,
        pause: float = 0.1,
        timeout: float = 15.0,
        clock: Callable[[], float] = time.monotonic,
        max_per_address: int | None = None,
    ) -> None:
        """Start with no jobs.

        Args:
            worker_count: maximum number of jobs that run at a time.
            max_waiting: maximum number of jobs in the queue.
            pause: seconds that a job waits after each result.
            timeout: seconds after which a job ends if nobody asks for its results.
            clock: returns the time in seconds.
            max_per_address: maximum number of queued jobs of one network address; None:
                ``max_waiting``.
        """
        self._count, self._longest, self._rest = worker_count, max_waiting, pause
        self._of_one = max_per_address or max_waiting
        self._patience, self._clock, self._fair = timeout, clock, FairScheduler(worker_count, clock)
        self._running, self._waiting = list[Job](), list[Job]()
        self._lock = threading.Lock()

    def submit(self, work: Iterator[T]) -> Job[T] | None:
        """Queue a job, start it if a worker is free, and return it; None if the queue is full.

        Args:
            work: iterator that does the work and yields its results one by one.
        """
        with self._lock:
            self._purge_queue()
            job = Job(work, self._clock, self._patience)
            theirs = sum(one.owner.address == job.owner.address for one in self._waiting)
            full = len(self._waiting) >= self._longest or theirs >= self._of_one
            if full and len(self._running) >= self._count:
                return None
            self._waiting.append(job)
            self._start_waiting()
            return job

    def count_ahead(self, job: Job) -> int:
        """Return how many waiting jobs will start before this one; 0 if it waits no longer."""
        with self._lock:
            self._purge_queue()
            if job not in self._waiting:
                return 0
            waiting = [one.owner for one in self._waiting]
            holding = [one.owner for one in self._running]
            return self._fair.count_ahead(waiting, holding, self._waiting.index(job))

    def _purge_queue(self) -> None:
        """Remove the jobs from the queue that were stopped or that nobody watches."""
        for job in list(self._waiting):
            if end := job.stop_state():
                self._waiting.remove(job)
                job.finish(end)

    def _start_waiting(self) -> None:
        """Start waiting jobs, each in a thread, while workers are free."""
        self._purge_queue()
        while (place := self._next_index()) is not None:
            job = self._waiting.pop(place)
            self._running.append(job)
            self._fair.record_service(job.owner)
            job.state = State.RUNNING
            run = job.context.run
            threading.Thread(target=run, args=[self._run_job, job], daemon=True).start()

    def _next_index(self) -> int | None:
        """Return the queue index of the job that starts next; None if no job may start."""
        holding = [job.owner for job in self._running]
        return self._fair.choose_next([job.owner for job in self._waiting], holding)

    def _gives_way(self, job: Job) -> bool:
        """Whether a job waits between two results, so that one beyond the workers' number runs."""
        with self._lock:
            if len(self._running) <= self._count:
                return False
            most = Counter(one.owner.address for one in self._running).most_common(1)[0][0]
            return next(one for one in self._running if one.owner.address == most) is job

    def _run_job(self, job: Job) -> None:
        """Run a job in the current thread at low priority; then start waiting jobs."""
        torch.set_num_threads(1)
        if sys.platform == "linux":  # here threads have priorities: pages come first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        state = State.FAILED
        try:
            state = job.run(self._rest, lambda: self._gives_way(job))
        except Exception as error:
            logging.getLogger("glass").error("a job failed", exc_info=error)
        finally:
            with self._lock:  # before anybody can see the end and submit again
                self._running.remove(job)
                self._start_waiting()
            job.finish(state)


WORKERS = Workers(worker_count=2, max_per_address=12)  # for all visitors together
