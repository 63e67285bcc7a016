"""A taught model in a link: whoever opens it teaches the lesson anew, and sees how far it is."""

from collections.abc import Iterator, Sequence
from functools import partial

import streamlit as st

from model.changes.lesson import Lesson
from model.changes.taught import keep
from model.glass import Glass
from model.teach.pairs import check_pairs
from model.teach.teaching import taught_weights, teach
from ui.choices import changed
from ui.frame.background import Seen, Task, begin, follow
from ui.readings import session

_NAME, _BEGUN = "lesson of the link", "lesson begun"
TEACHING = (
    "This link leads to a model that was taught {pairs}. The lesson is taught again now. Until it "
    "is over, the pages show the model without it."
)
REFUSED = "This link asks for a lesson that cannot be taught: {reason}."


def teach_again() -> None:
    """Teach the lesson that the link asks for, if there is one that is not known here."""
    lesson, glass = changed.lesson_to_teach(), session.glass()
    if lesson is None:
        return
    try:
        check_pairs(lesson.pairs, glass.tokenizer, glass.config)
    except ValueError as error:
        st.warning(REFUSED.format(reason=error))
        return
    if st.session_state.get(_BEGUN) != lesson:  # once: who stops it begins it by the button
        st.session_state[_BEGUN] = lesson
        begin(_NAME)
    work = partial(steps_taught, glass, lesson)
    task = Task(_NAME, lesson, work, "Teach it again", partial(_progress, lesson))
    count = len(lesson.pairs)
    pairs = "one sentence pair" if count == 1 else f"{count} sentence pairs"
    follow(task, partial(_draw, TEACHING.format(pairs=pairs)))


def steps_taught(glass: Glass, lesson: Lesson) -> Iterator[int]:
    """Teach a lesson, yield the steps that are done, and keep what was learned."""
    for moment in teach(glass.network, glass.tokenizer, lesson):
        if moment.step == lesson.steps:
            keep(glass.network, lesson, taught_weights(moment.network))
        yield moment.step


def _progress(lesson: Lesson, steps: Sequence[int]) -> tuple[float, str]:
    done = steps[-1] if steps else 0
    return done / lesson.steps, f"step {done} of {lesson.steps}"


def _draw(text: str, seen: Seen[int]) -> None:
    st.html(f'<div class="remark">{text}</div>')
