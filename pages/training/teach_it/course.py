"""A lesson on the page: progress, examinations, and the button that uses its weights."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.changes.lesson import Lesson
from model.changes.taught import TaughtWeights, is_taught
from pages.training.teach_it import remarks, tables
from pages.training.teach_it.compute import Examination, examine_lesson, right_answers
from pages.training.teach_it.figures import forgetting, loss
from pages.training.teach_it.lessons import Chosen
from ui.choices import changed, controls, page_facts
from ui.frame import explain
from ui.frame.background import Seen, Task, follow
from ui.messages import _
from ui.readings import session
from ui.readings.changes import combine
from ui.views.plot import plot
from ui.words import decimal

_TAUGHT = "lesson taught"  # session key: the last lesson this visitor taught


def follow_lesson(chosen: Chosen) -> None:
    """Show the button that teaches a lesson, its progress and its examinations."""
    work = partial(examine_lesson, session.glass(), chosen.lesson, chosen.questions)
    task = Task(
        "lesson",
        (chosen.lesson, chosen.questions),
        work,
        _("Teach"),
        partial(_progress, chosen),
        again=_("Teach again"),
    )
    follow(task, partial(_draw, chosen))


def was_taught_here(lesson: Lesson) -> bool:
    """Whether this visitor taught or uses the lesson, and its weights are still cached."""
    own = st.session_state.get(_TAUGHT) == lesson
    in_use = TaughtWeights(lesson) in controls.reading().changes
    return (own or in_use) and is_taught(session.glass().network, lesson)


def _progress(chosen: Chosen, examinations: Sequence[Examination]) -> tuple[float, str]:
    """Return the finished share, and its label for the progress bar."""
    steps = chosen.lesson.steps
    if not examinations:
        return 0.0, _("not taught yet")
    now = examinations[-1]
    said = _("step {step} of {steps}, loss {loss}")
    return now.step / steps, said.format(
        step=now.step, steps=steps, loss=decimal(now.losses[-1], 2)
    )


def _draw(chosen: Chosen, seen: Seen[Examination]) -> None:
    """Show the examinations so far, with the takeaway."""
    lesson, questions, shown = chosen.lesson, chosen.questions, seen.results
    page_facts.tell(lesson_steps=lesson.steps)
    said = remarks.look_for(lesson, questions, shown, chosen.shows)
    if not shown:
        taught, asked = st.columns(2, gap="medium")
        taught.html(tables.lesson_table(lesson.pairs))
        asked.html(tables.questions_table(questions))
        explain.look_here(said)
        _offer(lesson)
        return
    now = shown[-1]
    if now.kept:
        st.session_state[_TAUGHT] = lesson
        page_facts.tell(
            right=right_answers(questions, now),
            right_before=right_answers(questions, shown[0]),
            asked=sum(bool(question.answer) for question in questions),
            forgot=remarks.forgot(shown),
        )
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.html(tables.examination_table(questions, shown))
        if seen.ended and not now.kept:
            st.html(f'<div class="remark">{_(remarks.NOT_KEPT)}</div>')
        _offer(lesson)
    with right:
        _curves(shown, lesson.steps)
        total = sum(p.numel() for p in session.glass().network.parameters())
        st.caption(remarks.say_trainable(now.trained, total, lesson.rank))
    explain.look_here(said)


def _curves(shown: Sequence[Examination], steps: int) -> None:
    """Plot forgetting and the loss of the lesson."""
    held_out = [one.held_out for one in shown if one.held_out is not None]
    if held_out:
        figure = forgetting([one.step for one in shown], held_out, steps)
        label = _("Mean log-probability of a token in sentences that were not taught, by step")
        plot(figure, key="forgetting", label=label)
    label = _("Loss of the lesson and its rehearsal, by step")
    plot(loss(shown[-1].losses, steps), key="lesson_loss", label=label)


def _offer(lesson: Lesson) -> None:
    """Show a button that uses the taught model on every page, unless it is in use."""
    if TaughtWeights(lesson) in controls.reading().changes:
        st.html(f'<div class="remark">{_(remarks.IN_USE)}</div>')
    elif was_taught_here(lesson):
        label = _("Use this model on every page")
        st.button(label, key="use_taught", type="primary", on_click=_use, args=[lesson])


def _use(lesson: Lesson) -> None:
    """Add the taught weights to the model changes of every page."""
    changed.change(combine(controls.reading().changes, [TaughtWeights(lesson)]))
