"""Trials that take long: offered with a button, patched by a worker, drawn while they come."""

from collections.abc import Callable

import streamlit as st

from pages.lab.patch_it import measured, remarks
from pages.lab.patch_it.computed.answers import Answers
from pages.lab.patch_it.measured import Trial
from ui.choices import controls
from ui.readings.workers import BUSY, WORKERS, Job, State

POLL = 0.5  # seconds between two looks at a trial at work
_BEGIN, _JOB = "begin patching", "patching"
Draw = Callable[[Trial, Answers | None], None]


def show(trial: Trial, draw: Draw) -> None:
    """Offer a trial, follow it, and draw what is known of it.

    A visitor has one at most, and it runs only while it is looked at.
    """
    asked, job = st.session_state.get(_JOB, (None, None))
    if job and asked != trial:
        job.stop()
        job = None
    if st.session_state.pop(_BEGIN, False):
        job = WORKERS.begin(measured.work(trial))
        if job is None:
            st.warning(BUSY)
        else:
            st.session_state[_JOB] = trial, job
    following = job is not None and job.running
    live = st.fragment(_live, run_every=POLL) if following else _live
    live(trial, job, following, draw)


def _live(trial: Trial, job: Job | None, following: bool, draw: Draw) -> None:
    """Draw what a trial has come to; runs again and again while it is followed."""
    if following and not job.running:
        st.rerun()  # the whole page: from here on it is followed no longer
    found = job.look() if job else []
    count = len(measured.all_places(trial))
    done = found[-1].done if found else 0
    with st.container(horizontal=True, vertical_alignment="center", key="patching-run"):
        if following:
            st.button("Stop", key="stop_patching", on_click=job.stop)
        elif done < count:
            begin = (_BEGIN, True)
            label = f"Patch all {count:,} places"
            st.button(label, key="begin_patching", on_click=controls.choose, args=begin)
        if done < count:
            st.progress(done / count, text=f"{done:,} of {count:,} places")
    if job and job.state is State.FAILED:
        st.warning(remarks.FAILED)
    elif job and not following and done < count:
        st.caption(remarks.STOPPED.format(f"{done:,}", f"{count:,}"))
    draw(trial, found[-1] if found else None)
