"""Small networks that learn in the page side by side: start, stop, and curves that follow."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.background.after_2017.computed import races
from pages.background.after_2017.figures.curves import race as curves
from ui.choices import controls
from ui.frame import explain
from ui.readings.workers import BUSY, WORKERS, Job, State
from ui.views.plot import plot

POLL = 0.5  # seconds between two looks at a race
FAILED = "This race was broken off by an error of ours. Press Again, or choose another rate."
STEPS, RATES = (200, 400, 800), (0.001, 0.003, 0.01)


def race(name: str, remark: Callable[[Mapping[str, float], bool], str]) -> None:
    """Let a visitor train the networks of a race, and draw what they have come to.

    Args:
        name: a key of ``races.RACES``.
        remark: says what the last losses show; the second argument tells whether it is over.
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"choices_{name}"):
        steps = controls.one_of(f"{name}_steps", "Steps", {n: f"{n:,}" for n in STEPS}, STEPS[1])
        rate = controls.one_of(
            f"{name}_rate", "Adam’s rate", {rate: f"{rate:g}" for rate in RATES}, RATES[1]
        )
    settings = races.Settings(name, steps, rate)
    jobs = st.session_state.setdefault("trainings", {})  # a visitor has one at most
    if st.session_state.pop(f"begin {name}", False):
        for _, job in jobs.values():
            job.stop()
        jobs.clear()
        if (job := WORKERS.begin(races.train(settings))) is None:
            st.warning(BUSY)
        else:
            jobs[name] = settings, job
    theirs, job = jobs.get(name, (None, None))
    if job is not None and theirs != settings:
        job.stop()
        job = None
    following = job is not None and job.running
    live = st.fragment(_live, run_every=POLL if following else None)
    live(settings, job, following, remark)


def _live(
    settings: races.Settings,
    job: Job | None,
    following: bool,
    remark: Callable[[Mapping[str, float], bool], str],
) -> None:
    """Draw how far the networks are; runs again and again while they learn."""
    if following and not job.running:
        st.rerun()
    snapshots = job.look() if job else []
    name, over = settings.race, job is not None and job.state is State.FINISHED
    with st.container(horizontal=True, vertical_alignment="center", key=f"run_{name}"):
        if job and job.running:
            st.button("Stop", key=f"stop_{name}", on_click=job.stop)
        else:
            label = "Start" if job is None else "Again"
            st.button(
                label,
                type="primary",
                key=f"begin_{name}",
                on_click=lambda: st.session_state.update({f"begin {name}": True}),
            )
        at = snapshots[-1].step if snapshots else 0
        waits = "waiting for a worker: " if job and job.state is State.WAITING else ""
        text = f"{waits}step {at:,} of {settings.steps:,}"
        st.progress(min(1.0, at / settings.steps), text=text)
    if job and job.state is State.FAILED:
        st.warning(FAILED)
    if snapshots:
        _curves(name, snapshots, settings.steps)
        explain.finding(remark(snapshots[-1].numbers, over))


def _curves(name: str, snapshots: Sequence[Snapshot], last: int) -> None:
    losses = {
        runner: [snapshot.numbers[runner] for snapshot in snapshots] for runner in races.RACES[name]
    }
    plot(
        curves([snapshot.step for snapshot in snapshots], losses, last),
        key=f"race_{name}",
        label="Loss of each small network while it learns",
    )
