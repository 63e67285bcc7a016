"""The translation at every number of silenced heads: long, so a worker does it."""

import html
from collections.abc import Iterator, Sequence
from itertools import groupby

import streamlit as st

from model.census.importance import gate_edits
from model.census.orders import gates
from model.changes.kinds import SilencedHead
from model.trace import editing
from model.translate import translate
from pages.lab.head_census import remarks
from pages.lab.head_census.choices import Asked
from ui.choices import controls
from ui.readings import session
from ui.readings.workers import BUSY, WORKERS, Job, State

POLL = 0.5  # seconds between two looks
_BEGIN, _JOB = "begin translating everywhere", "translated everywhere"


def show(asked: Asked) -> None:
    """Offer to translate with every number of heads silenced; list the translations as they come.

    A visitor has one such job at most, and it runs only while it is looked at.
    """
    question = (*asked.sentence, asked.order)
    before, job = st.session_state.get(_JOB, (None, None))
    if job and before != question:
        job.stop()
        job = None
    if st.session_state.pop(_BEGIN, False):
        job = WORKERS.begin(translations(*question))
        if job is None:
            st.warning(BUSY)
        else:
            st.session_state[_JOB] = question, job
    following = job is not None and job.running
    live = st.fragment(_live, run_every=POLL) if following else _live
    live(job, following, len(asked.order) + 1, asked.sentence[1])


def translations(text: str, language: str, order: Sequence[SilencedHead]) -> Iterator[str]:
    """Yield the translation (beam search) with 0, 1, 2, ... heads of an order silenced."""
    model, tokenizer = session.load_model()
    for count in range(len(order) + 1):
        with editing(model, gate_edits(gates([order[:count]], model.config), model.config)):
            [found] = translate(model, tokenizer, [text], [language])
        yield found.text


def _live(job: Job | None, following: bool, count: int, language: str) -> None:
    if following and not job.running:
        st.rerun()
    found = job.look() if job else []
    with st.container(horizontal=True, vertical_alignment="center", key="everywhere"):
        if following:
            st.button("Stop", key="stop_everywhere", on_click=job.stop)
            st.progress(len(found) / count, text=f"{len(found)} of {count} numbers of heads")
        elif len(found) < count:
            begin = (_BEGIN, True)
            label = "Translate this sentence with every number silenced"
            st.button(label, key="begin_everywhere", on_click=controls.choose, args=begin)
    if job and job.state is State.FAILED:
        st.warning(remarks.FAILED)
    elif job and not following and len(found) < count:
        st.caption(remarks.STOPPED.format(len(found), count))
    if found:
        st.html(listed(found, language))


def listed(found: Sequence[str], language: str) -> str:
    """Return each translation with the numbers of silenced heads at which it is said, as HTML."""
    rows, first = [], 0
    for text, some in groupby(found):
        last = first + len(list(some)) - 1
        numbers = str(first) if first == last else f"{first} to {last}"
        shown = f'<span lang="{language}">{html.escape(text)}</span>' if text else "(nothing)"
        rows.append(f"<tr><td>{numbers}</td><td>{shown}</td></tr>")
        first = last + 1
    head = "<thead><tr><th>silenced</th><th>translation</th></tr></thead>"
    return f'<table class="census-said">{head}<tbody>{"".join(rows)}</tbody></table>'
