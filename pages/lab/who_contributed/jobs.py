"""Long sentences: what runs the network again is offered with a button and done by a worker."""

from collections.abc import Callable

import streamlit as st

from model.attribution.methods import StepAttributions as Answers
from pages.lab.who_contributed import measured, remarks
from pages.lab.who_contributed.choices import Asked
from ui.choices import controls
from ui.readings.workers import BUSY, WORKERS, Job, State

POLL = 0.5  # seconds between two looks at work that goes on
_BEGIN, _JOB = "begin asking", "asking"
Draw = Callable[[Asked, Answers | None], None]


def show(asked: Asked, draw: Draw) -> None:
    """Offer the work, follow it, and draw what is known; a visitor has one job at most."""
    forced = measured.forced(asked.reading)
    before, job = st.session_state.get(_JOB, (None, None))
    if job and before != (forced, asked.step):
        job.stop()
        job = None
    if st.session_state.pop(_BEGIN, False):
        job = WORKERS.begin(measured.work(forced, asked.step))
        if job is None:
            st.warning(BUSY)
        else:
            st.session_state[_JOB] = (forced, asked.step), job
    following = job is not None and job.running
    live = st.fragment(_live, run_every=POLL) if following else _live
    live(asked, job, following, draw)


def _live(asked: Asked, job: Job | None, following: bool, draw: Draw) -> None:
    """Draw what the work has come to; runs again and again while it is followed."""
    if following and not job.running:
        st.rerun()  # the whole page: from here on it is followed no longer
    found = job.look() if job else []
    share = found[-1].share if found else 0.0
    with st.container(horizontal=True, vertical_alignment="center", key="asking-run"):
        if following:
            st.button("Stop", key="stop_asking", on_click=job.stop)
        elif share < 1:
            begin = (_BEGIN, True)
            st.button(remarks.BEGIN, key="begin_asking", on_click=controls.choose, args=begin)
        if share < 1:
            st.progress(share, text=remarks.PROGRESS)
    if job and job.state is State.FAILED:
        st.warning(remarks.FAILED)
    draw(asked, found[-1] if found else None)
