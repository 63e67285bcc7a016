"""A lesson on the page: progress, examinations, and the button that uses its weights."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.changes.lesson import Lesson
from model.changes.taught import TaughtWeights, is_lesson_cached
from pages.training.teach_it import cached, in_advance, remarks, tables
from pages.training.teach_it.compute import Examination, count_right_answers, examine_lesson
from pages.training.teach_it.figures import plot_forgetting, plot_loss
from pages.training.teach_it.lessons import ChosenLesson
from ui.choices import active_changes, controls, page_facts
from ui.frame import explain, sections
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import _
from ui.queues.fairness import current_owner
from ui.readings import session
from ui.readings.changes import merge_changes
from ui.views.plot import show_figure

_TAUGHT = "lesson taught"  # session key: the last lesson this visitor taught


def show_lesson(chosen: ChosenLesson) -> None:
    """Show a button that teaches a lesson, its progress, and the test questions' translations.

    Args:
        chosen: the lesson with its training settings, and the test questions.
    """
    owner = current_owner().address
    work = partial(examine_lesson, session.glass(), chosen.lesson, chosen.questions, owner=owner)
    task = Task(
        "lesson",
        (chosen.lesson, chosen.questions),
        work,
        _("Teach"),
        partial(_progress, chosen),
        restart_label=_("Teach again"),
    )
    show_job(task, partial(_show_examinations, chosen))


def can_show_changes(lesson: Lesson) -> bool:
    """Whether a lesson's effects can be shown: its weights are in the cache, and this visitor has
    taught it or uses its weights.

    Args:
        lesson: sentence pairs and training settings.
    """
    own = st.session_state.get(_TAUGHT) == lesson
    in_use = TaughtWeights(lesson) in controls.current_reading().changes
    return (own or in_use) and is_lesson_cached(session.glass().network, lesson)


def _progress(chosen: ChosenLesson, examinations: Sequence[Examination]) -> tuple[float, str]:
    """Return the share of training steps done, and the text for the progress bar."""
    steps = chosen.lesson.steps
    taught = examinations or in_advance.find_examinations(chosen.lesson, chosen.questions)
    if not taught:
        return 0.0, _("not taught yet")
    now = taught[-1]
    said = _("step {step} of {steps}, loss {loss:.2}").format(
        step=now.step, steps=steps, loss=now.losses[-1]
    )
    if not examinations:
        said = _("Taught in advance: {progress}").format(progress=said)
    return now.step / steps, said


def _show_examinations(chosen: ChosenLesson, job_status: JobStatus[Examination]) -> None:
    """Show the test questions' translations so far, with the takeaway."""
    lesson, questions, shown = chosen.lesson, chosen.questions, job_status.results
    page_facts.publish_facts(lesson_steps=lesson.steps)
    untaught = cached.examine_untaught(questions)
    seen = shown or in_advance.find_examinations(lesson, questions) or [untaught]
    said = remarks.describe_takeaway(lesson, questions, seen, chosen.shows)
    if not sections.is_page_drawn():  # a running job's fragment can't write below itself
        result = remarks.describe_result(lesson, questions, seen)
        sections.store_page_fact(explain.line_with_title_html(_("In this lesson"), result))
    if not shown:
        taught, asked = st.columns([2, 3], gap="medium")
        taught.html(tables.lesson_table_html(lesson.pairs))
        asked.html(
            tables.examination_table_html(questions, seen)
            if seen[-1].step
            else tables.questions_table_html(questions, untaught)
        )
        explain.show_takeaway(said)
        _show_use_button(lesson)
        return
    now = shown[-1]
    if now.is_cached:
        st.session_state[_TAUGHT] = lesson
        page_facts.publish_facts(
            right=count_right_answers(questions, now),
            right_before=count_right_answers(questions, shown[0]),
            asked=sum(bool(question.answer) for question in questions),
            forgot=remarks.has_forgotten(shown),
        )
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.html(tables.examination_table_html(questions, shown))
        if job_status.ended and not now.is_cached:
            st.html(f'<div class="remark">{_(remarks.NOT_KEPT)}</div>')
        _show_use_button(lesson)
    with right:
        _show_curves(shown, lesson.steps)
        total = sum(p.numel() for p in session.glass().network.parameters())
        st.caption(remarks.describe_trainable_weights(now.trainable_count, total, lesson.rank))
    explain.show_takeaway(said)


def _show_curves(shown: Sequence[Examination], steps: int) -> None:
    """Plot the held-out log-probability (forgetting) and the loss of the lesson, by step."""
    held_out = [one.held_out_log_p for one in shown if one.held_out_log_p is not None]
    if held_out:
        figure = plot_forgetting([one.step for one in shown], held_out, steps)
        label = _("Mean log-probability of a token in sentences that were not taught, by step")
        show_figure(figure, key="forgetting", label=label)
    label = _("Loss of the lesson and its rehearsal, by step")
    show_figure(plot_loss(shown[-1].losses, steps), key="lesson_loss", label=label)


def _show_use_button(lesson: Lesson) -> None:
    """Show a button that uses the taught model on every page, unless it is in use."""
    if TaughtWeights(lesson) in controls.current_reading().changes:
        st.html(f'<div class="remark">{_(remarks.IN_USE)}</div>')
    elif can_show_changes(lesson):
        label = _("Use this model on every page")
        st.button(
            label, key="use_taught", type="primary", on_click=_use_taught_model, args=[lesson]
        )


def _use_taught_model(lesson: Lesson) -> None:
    """Add the taught weights to the model changes of every page."""
    active_changes.set_changes(
        merge_changes(controls.current_reading().changes, [TaughtWeights(lesson)])
    )
