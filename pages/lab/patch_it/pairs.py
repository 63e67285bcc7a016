"""The pairs of the page, all of them measured on request by a worker."""

import streamlit as st

from pages.lab.patch_it import choices, remarks
from pages.lab.patch_it.computed.pairs import surveyed
from pages.lab.patch_it.jobs import POLL
from pages.lab.patch_it.presets import PAIRS, Pair
from ui.choices import controls
from ui.readings import session
from ui.readings.typed import name
from ui.readings.workers import BUSY, WORKERS, Job

_BEGIN, _JOB = "begin measuring pairs", "measured pairs"


def show() -> None:
    """Offer to measure all pairs; list them as they come."""
    model, tokenizer = session.load_model()
    pairs = choices.known(PAIRS)
    if st.session_state.pop(_BEGIN, False):
        job = WORKERS.begin(surveyed(model, tokenizer, pairs))
        if job is None:
            st.warning(BUSY)
        else:
            st.session_state[_JOB] = job
    job = st.session_state.get(_JOB)
    following = job is not None and job.running
    live = st.fragment(_live, run_every=POLL) if following else _live
    live(job, following, pairs)


def _live(job: Job | None, following: bool, pairs: list[Pair]) -> None:
    if following and not job.running:
        st.rerun()
    found = job.look() if job else []
    with st.container(horizontal=True, vertical_alignment="center", key="measuring"):
        if following:
            st.button("Stop", key="stop_measuring", on_click=job.stop)
        elif len(found) < len(pairs):
            begin = (_BEGIN, True)
            label = f"Measure all {len(pairs)} pairs"
            st.button(label, key="begin_measuring", on_click=controls.choose, args=begin)
        if following:
            st.progress(len(found) / len(pairs), text=f"{len(found)} of {len(pairs)} pairs")
    if found:
        tokenizer = session.load_model()[1]
        st.html(remarks.pairs(found, lambda token: name(tokenizer, token)))
