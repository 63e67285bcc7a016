"""Trainings that run in the page: settings, buttons, progress, and pictures that follow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from model.small.snapshots import Snapshot
from ui.choices import controls, link, told
from ui.frame import explain
from ui.readings.workers import BUSY, WORKERS, Job, State

POLL = 0.5  # seconds between two looks at a training
SEEDS = 6
ENDS = {
    State.FINISHED: "Finished",
    State.STOPPED: "Stopped",
    State.LEFT: "Stopped while nobody watched",
    State.FAILED: "Broken off",
}
FAILED = (
    "This training was broken off by an error of ours. Your settings are kept: press Again, or "
    "change one of them."
)


@dataclass(frozen=True)
class Lesson:
    """One training, as the page shows it.

    Args:
        title: on its button.
        choose: draws its settings and returns them.
        train: yields the snapshots; the first is that of the untrained network.
        measures: what the progress bar says: name of a number -> its label, and how it is written.
        draw: draws the pictures for the last of some snapshots.
        look_for: says what they show; the last argument tells whether the training has ended.
        more: draws what stands below.
        formula: in LaTeX, and the same with numbers of the last snapshot.
        shapes: of what is drawn, by name.
        code: the functions whose source is shown.
    """

    title: str
    choose: Callable[[], Any]
    train: Callable[[Any], Iterator[Snapshot]]
    measures: Mapping[str, tuple[str, Callable[[float], str]]]
    draw: Callable[[Any, Sequence[Snapshot]], None]
    look_for: Callable[[Any, Sequence[Snapshot], bool], str]
    more: Callable[[Any, Sequence[Snapshot]], None]
    formula: Callable[[Any, Snapshot], tuple[str, str]]
    shapes: Callable[[Any], Mapping[str, str]]
    code: tuple[Callable, Callable]


def schedule(
    name: str, steps: tuple[int, int, int], rates: tuple[float, float, float]
) -> dict[str, Any]:
    """Let the person choose, behind "More", how long, how fast and from which weights is learned.

    What is chosen otherwise than usual stands beside it.

    Args:
        name: of the lesson; goes before the names in the link.
        steps: to choose from; the second is the default.
        rates: learning rates, likewise.
    """
    written = {n: f"{n:,}" for n in steps}, {rate: f"{rate:g}" for rate in rates}
    seeds = {seed: str(seed) for seed in range(1, SEEDS + 1)}
    with st.popover("More", key="more"):
        chosen = {
            "steps": controls.one_of(f"{name}_steps", "Steps", written[0], steps[1]),
            "rate": controls.one_of(f"{name}_rate", "Learning rate", written[1], rates[1]),
            "seed": controls.one_of("training_seed", "Seed", seeds, 1),
        }
    usual = {"steps": steps[1], "rate": rates[1], "seed": 1}
    if other := [f"{key} {chosen[key]:,}" for key in usual if chosen[key] != usual[key]]:
        st.caption(", ".join(other))
    return chosen


def show(name: str, lesson: Lesson, settings: Any) -> None:
    """Draw the buttons of a lesson, and its pictures as they are now.

    A visitor has one training at most, and it runs only while its settings are on the page.
    """
    jobs = st.session_state.setdefault("trainings", {})
    for other, (theirs, job) in jobs.items():
        if (other, theirs) != (name, settings):
            job.stop()
    busy = False
    if st.session_state.pop("begin training", False):
        job = WORKERS.begin(lesson.train(settings))
        busy = job is None
        if job:
            jobs[name] = settings, job
    theirs, job = jobs.get(name, (None, None))
    job = job if theirs == settings else None
    if busy:
        st.warning(BUSY)
    _tell(name, settings, job)
    following = job is not None and job.running
    st.session_state["whole page"] = True
    live = st.fragment(_live, run_every=POLL if following else None)
    live(lesson, settings, job, following)


def _tell(name: str, settings: Any, job: Job | None) -> None:
    """Tell the tour of a training that is finished."""
    told.tell(training=name)
    if name == "phrases" and job is not None and job.state is State.FINISHED:
        accuracy = job.look()[-1].numbers["accuracy"]
        told.tell(finished=True, attention=settings.attention, accuracy=accuracy)


def _buttons(seed: int, job: Job | None) -> None:
    if job is None:
        st.button("Start", type="primary", key="begin_training", on_click=_begin, args=[seed])
    elif job.running:
        st.button("Stop", key="stop_training", on_click=job.stop)
    else:
        another = seed % SEEDS + 1
        st.button("Again", type="primary", key="begin_again", on_click=_begin, args=[seed])
        st.button(
            f"Again with seed {another}", key="begin_another", on_click=_begin, args=[another]
        )


def _begin(seed: int) -> None:
    """Begin a training in the run that follows, when its settings are known."""
    controls.choose("training_seed", seed)
    controls.choose("begin training", True)


def _live(lesson: Lesson, settings: Any, job: Job | None, following: bool) -> None:
    """Draw what a training has come to; runs again and again while it is followed."""
    if "begin training" in st.session_state or (following and not job.running):
        st.rerun()  # the whole page: from here on it is followed, or no longer
    whole, before = st.session_state.pop("whole page", False), link.query()
    snapshots = job.look() if job else []
    snapshots = snapshots or [next(lesson.train(settings))]
    ended = job is not None and not job.running
    with st.container(horizontal=True, vertical_alignment="center", key="run", gap="medium"):
        _buttons(settings.seed, job)
        if ended and len(snapshots) > 1:
            place = _moment(lesson, settings, snapshots, job)
            ended = place + 1 == len(snapshots)  # while one looks back, nothing is over
            snapshots = snapshots[: place + 1]
        else:
            how = _how(job)
            share = min(1.0, snapshots[-1].step / settings.steps)
            st.progress(share, text=_progress(lesson, settings, snapshots[-1], how))
    if job and job.state is State.FAILED:
        st.warning(FAILED)
    explain.look_here(lesson.look_for(settings, snapshots, ended))
    lesson.draw(settings, snapshots)
    lesson.more(settings, snapshots)
    explain.formula(*lesson.formula(settings, snapshots[-1]))
    if not whole and link.query() != before:
        st.rerun()  # something was chosen here that the page's address should tell


def _how(job: Job | None) -> str:
    """Say what a training is about to do, or doing."""
    if job is None or not job.running:
        return "Not trained yet"
    if job.state is State.WAITING:
        ahead = WORKERS.ahead(job)
        return f"Waiting for a worker, {ahead} before you" if ahead else "Waiting: you are next"
    return "Training"


def _progress(lesson: Lesson, settings: Any, now: Snapshot, how: str) -> str:
    """Say how far a training is and what is measured now."""
    measured = (
        f"{label} {written(now.numbers[name])}"
        for name, (label, written) in lesson.measures.items()
        if name in now.numbers
    )
    return " · ".join([f"{how}: step {now.step:,} of {settings.steps:,}", *measured])


def _moment(lesson: Lesson, settings: Any, snapshots: Sequence[Snapshot], job: Job) -> int:
    """Let the person go back to any moment of a training that is over; return its place."""
    key = f"moment of {id(job)}"
    place = st.session_state.get(key, len(snapshots) - 1)
    return st.select_slider(
        _progress(lesson, settings, snapshots[place], ENDS[job.state]),
        options=range(len(snapshots)),
        value=len(snapshots) - 1,
        format_func=partial(_step, snapshots),
        key=key,
    )


def _step(snapshots: Sequence[Snapshot], place: int) -> str:
    return f"{snapshots[place].step:,}"
