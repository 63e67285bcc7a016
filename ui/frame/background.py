"""A background job of a page: started by a button, run by a worker, drawn as results arrive.

show_job(Task("pairs", PAIRS, partial(survey, PAIRS), "Measure all pairs", progress), draw)
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from ui.choices import controls, link
from ui.messages import N_, _
from ui.queues.workers import BUSY, WORKERS, Job, State

T = TypeVar("T")
POLL_INTERVAL = 0.5  # seconds between two polls of a running job
JOBS = "background jobs"  # session key: name -> question and job
_WHOLE = "whole page"
AHEAD = N_("Waiting in line, {ahead} ahead of you: {progress}")
NEXT = N_("You're next in the queue: {progress}")
ENDS = {
    State.FINISHED: N_("Finished: {progress}"),
    State.STOPPED: N_("Stopped: {progress}"),
    State.LEFT: N_("Stopped because the page was closed: {progress}"),
    State.FAILED: N_("Interrupted: {progress}"),
}
FAILED = N_(
    "Something went wrong on our side. Your settings are kept, so start again or "
    "change one of them."
)


@dataclass(frozen=True)
class Task(Generic[T]):
    """Definition of a background job that a page offers.

    Args:
        name: name of the job, unique in the app.
        question: what the work depends on, hashable. A changed question stops the job; an unchanged
            one keeps its results.
        work: returns the iterator of results.
        start_label: label of the start button.
        progress: returns the share that is done, and its description, from the results so far.
        restart_label: label of the button when all is done; "" if a rerun would give the same.
        ended: draws next to the button, instead of the progress bar, once no more results come.
    """

    name: str
    question: Hashable
    work: Callable[[], Iterator[T]]
    start_label: str
    progress: Callable[[Sequence[T]], tuple[float, str]]
    restart_label: str = ""
    ended: Callable[["JobStatus[T]"], None] | None = None


@dataclass(frozen=True)
class JobStatus(Generic[T]):
    """Status of a background job: results so far, state, place in the queue.

    Args:
        results: results so far.
        state: state of the job; None if it was not started.
        ahead: number of jobs ahead of it in the queue.
    """

    results: Sequence[T] = ()
    state: State | None = None
    ahead: int = 0

    @property
    def ended(self) -> bool:
        """Whether the job was started and will yield no further results."""
        return self.state in ENDS

    def describe_progress(self, progress: str) -> str:
        """Return a text on the job's progress, after the job's state: "Finished: 3 of 9".

        While the job runs, and before it was started, the text is unchanged.

        Args:
            progress: how far the job is, in words, such as "3 of 9".
        """
        if self.state is State.WAITING:
            waiting = AHEAD if self.ahead else NEXT
            return _(waiting).format(ahead=self.ahead, progress=progress)
        end = ENDS.get(self.state) if self.state else None
        return _(end).format(progress=progress) if end else progress


def show_job(task: Task[T], draw: Callable[[JobStatus[T]], None]) -> None:
    """Draw a job's button, progress and results (``draw``); poll it while the page is open.

    A visitor has one running job: starting another stops it. Results stay in the session.

    Args:
        task: definition of the job.
        draw: draws the results; called at every poll.
    """
    jobs = st.session_state.setdefault(JOBS, {})
    question, job = jobs.get(task.name, (None, None))
    if job and question != task.question:
        job.stop()
        job = None
    full = False
    if st.session_state.pop(_start_request_key(task.name), False):
        new = WORKERS.submit(task.work())
        full = new is None
        if new:
            for __, other in jobs.values():
                other.stop()
            job, jobs[task.name] = new, (task.question, new)
    st.session_state[_WHOLE] = True
    following = job is not None and job.running
    # A fragment's arguments stay in the session: without a running job, none keeps a reading there.
    live = st.fragment(_show_live_job, run_every=POLL_INTERVAL if following else None)
    live = live if following or task.ended else _show_live_job
    with st.container():  # Streamlit identifies a fragment by its position
        live(task, job, following, full, draw)


def start_job(name: str) -> None:
    """Request that the job of the task with this name starts in the next script run."""
    controls.set_choice(_start_request_key(name), True)


def _show_live_job(
    task: Task, job: Job | None, following: bool, full: bool, draw: Callable
) -> None:
    """Draw a job's controls and results, in a fragment that reruns while the job does."""
    state = job.state if job else None  # read first: a later end is seen at the next poll
    if _start_request_key(task.name) in st.session_state or (following and state in ENDS):
        st.rerun()  # the whole page: controls of a vanishing fragment do not work
    whole, before = st.session_state.pop(_WHOLE, False), link.query_string()
    seen = JobStatus(job.poll_results(), state, WORKERS.count_ahead(job)) if job else JobStatus()
    row = st.container(
        key=f"job-{task.name}", horizontal=True, vertical_alignment="center", gap="medium"
    )
    with row:
        _show_job_controls(task, seen, job)
    if full:
        st.warning(_(BUSY))
    if seen.state is State.FAILED:
        st.warning(_(FAILED))
    draw(seen)
    if not whole and link.query_string() != before:
        st.rerun()  # a choice in the fragment changed the page's link


def _show_job_controls(task: Task[T], job_status: JobStatus[T], job: Job[T] | None) -> None:
    """Draw a job's start or stop button and its progress."""
    share, progress = task.progress(job_status.results)
    if job and not job_status.ended:
        st.button(_("Stop"), key=f"stop_{task.name}", on_click=job.stop)
    elif share < 1 or task.restart_label:
        label = task.restart_label if job and task.restart_label else task.start_label
        key = f"begin_{task.name}"
        st.button(label, type="primary", key=key, on_click=start_job, args=[task.name])
    if job_status.ended and job_status.results and task.ended:
        task.ended(job_status)
    elif share < 1 or task.restart_label:
        st.progress(share, text=job_status.describe_progress(progress))


def _start_request_key(name: str) -> str:
    """Return the session key under which the start of a job is requested."""
    return f"begin {name}"
