"""A taught model in a link: opening it teaches the lesson again, with its progress shown."""

from collections.abc import Iterator, Sequence
from functools import partial

import streamlit as st

from model.changes.lesson import Lesson
from model.changes.taught import cache_lesson
from model.glass import Glass
from model.teach.pairs import check_pairs
from model.teach.teaching import merge_low_rank, teach
from ui.choices import active_changes
from ui.frame.background import JobStatus, Task, show_job, start_job
from ui.messages import N_, _, ngettext
from ui.queues.fairness import current_owner
from ui.readings import session
from ui.sentence import describe_error

_NAME, _BEGUN = "lesson of the link", "lesson begun"
REFUSED = N_("This link asks for a lesson that can't be taught: {reason}.")


def teach_lesson_of_link() -> None:
    """Start a job that fine-tunes the model on the link's sentence pairs, and draw its progress.

    Do nothing if the link has no such pairs, or if the fine-tuned weights are already cached.
    """
    lesson, glass = active_changes.pending_lesson(), session.glass()
    if lesson is None:
        return
    try:
        check_pairs(lesson.pairs, glass.tokenizer, glass.config)
    except ValueError as error:
        st.warning(_(REFUSED).format(reason=describe_error(error)))
        return
    if st.session_state.get(_BEGUN) != lesson:  # once: after a stop, the button starts it again
        st.session_state[_BEGUN] = lesson
        start_job(_NAME)
    work = partial(teach_in_steps, glass, lesson, current_owner().address)
    task = Task(_NAME, lesson, work, _("Teach it again"), partial(_measure_progress, lesson))
    text = ngettext(
        "This link leads to a model that was taught one sentence pair. The lesson is "
        "being taught again; until it's over, the pages show the model without it.",
        "This link leads to a model that was taught {count} sentence pairs. The lesson "
        "is being taught again; until it's over, the pages show the model without it.",
        len(lesson.pairs),
    )
    show_job(task, partial(_show_lesson_note, text.format(count=len(lesson.pairs))))


def teach_in_steps(glass: Glass, lesson: Lesson, owner: str = "") -> Iterator[int]:
    """Fine-tune a copy of the model on a lesson; yield 0, then the number of each finished step.

    After the last step, the new weights are cached.

    Args:
        glass: the model with its tokenizer.
        lesson: the sentence pairs, and the settings of the training on them.
        owner: the visitor's network address.
    """
    for moment in teach(glass.network, glass.tokenizer, lesson):
        if moment.step == lesson.steps:
            cache_lesson(glass.network, lesson, merge_low_rank(moment.network), owner)
        yield moment.step


def _measure_progress(lesson: Lesson, steps: Sequence[int]) -> tuple[float, str]:
    """Return the share of a lesson's steps that are done, and the same in words."""
    done = steps[-1] if steps else 0
    said = _("step {step} of {steps}").format(step=done, steps=lesson.steps)
    return done / lesson.steps, said


def _show_lesson_note(text: str, job_status: JobStatus[int]) -> None:
    """Draw a remark about the lesson, given as HTML; the job's status is not used."""
    st.html(f'<div class="remark">{text}</div>')
