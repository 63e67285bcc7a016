"""Small trainings in the page: settings, buttons, progress, and live pictures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from model.small.snapshots import Snapshot
from ui.choices import controls, page_facts
from ui.frame import explain, sections
from ui.frame.background import JobStatus, Task, show_job, start_job
from ui.messages import _, pgettext
from ui.queues.workers import State
from ui.words import format_integer, format_shortest

SEEDS = 6


@dataclass(frozen=True)
class Lesson:
    """One small training, as the page shows it.

    Args:
        title: label in the menu; a message to translate, as all texts here.
        choose: shows the widgets and returns the settings.
        train: yields snapshots; the first is of the untrained network.
        measures: numbers in the progress bar: name -> message with the placeholder {number}, and
            the function that formats the number.
        draw: shows the pictures of the last given snapshot.
        describe_takeaway: returns the takeaway of the pictures; its last argument is whether the
            training is complete.
        show_more: shows what stands below the takeaway.
        formula: returns LaTeX, and the same with numbers of a snapshot.
        shapes: returns tensor shapes, by name.
        code: functions whose source is shown.
        facts: returns results that the guided tour reacts to.
        describe_result: returns what to remember of the training, for the page's end; the takeaway
            by default.
        train_in_advance: returns the snapshots of a finished training that are shown before the
            visitor starts one; empty for none.
    """

    title: str
    choose: Callable[[], Any]
    train: Callable[[Any], Iterator[Snapshot]]
    measures: Mapping[str, tuple[str, Callable[[float], str]]]
    draw: Callable[[Any, Sequence[Snapshot]], None]
    describe_takeaway: Callable[[Any, Sequence[Snapshot], bool], str]
    show_more: Callable[[Any, Sequence[Snapshot]], None]
    formula: Callable[[Any, Snapshot], tuple[str, str]]
    shapes: Callable[[Any], Mapping[str, str]]
    code: tuple[Callable, Callable]
    facts: Callable[[Any, Snapshot], Mapping[str, object]] = lambda _settings, _last: {}
    describe_result: Callable[[Any, Sequence[Snapshot]], str] | None = None
    train_in_advance: Callable[[Any], Sequence[Snapshot]] = lambda _settings: ()


def choose_schedule(
    name: str, steps: tuple[int, int, int], rates: tuple[float, float, float]
) -> dict[str, Any]:
    """Show the widgets for steps, learning rate and seed; return what was chosen.

    Choices that are not the default are also written beside the button that opens the widgets.

    Args:
        name: name of the training; the keys of its link parameters begin with it.
        steps: numbers of steps to choose from; the second one is the default.
        rates: learning rates to choose from; the second one is the default.

    Returns:
        "steps", "rate" and "seed", as keyword arguments for the settings.
    """
    written: dict[str, dict[Any, str]] = {
        "steps": {n: format_integer(n) for n in steps},
        "rate": {rate: format_shortest(rate) for rate in rates},
        "seed": {seed: str(seed) for seed in range(1, SEEDS + 1)},
    }
    with st.popover(_("More"), key="more"):
        chosen = {
            "steps": controls.choose_option(
                f"{name}_steps", _("Steps"), written["steps"], steps[1]
            ),
            "rate": controls.choose_option(
                f"{name}_rate", _("Learning rate"), written["rate"], rates[1]
            ),
            "seed": controls.choose_option("training_seed", _("Seed"), written["seed"], 1),
        }
    usual = {"steps": steps[1], "rate": rates[1], "seed": 1}
    said = {"steps": _("steps {number}"), "rate": _("rate {number}"), "seed": _("seed {number}")}
    numbers = {key: written[key][chosen[key]] for key in usual if chosen[key] != usual[key]}
    if other := [said[key].format(number=number) for key, number in numbers.items()]:
        st.caption(", ".join(other))
    return chosen


def show(name: str, lesson: Lesson, settings: Any) -> None:
    """Show the buttons of a training, and its pictures while it runs and afterwards.

    Args:
        name: name of the training, such as "words"; it is also the name of its background job.
        lesson: the training's functions: those that train, and those that show its results.
        settings: settings of the training.
    """
    page_facts.publish_facts(training=name)
    show_job(
        Task(
            name,
            settings,
            partial(lesson.train, settings),
            pgettext("button", "Start"),
            partial(_progress, lesson, settings),
            restart_label=_("Again"),
            ended=partial(_show_replay, name, lesson, settings),
        ),
        partial(_show_lesson, name, lesson, settings),
    )


def _show_lesson(name: str, lesson: Lesson, settings: Any, job_status: JobStatus[Snapshot]) -> None:
    """Show a training's pictures: the last snapshot or, after the end, the selected one."""
    snapshots = job_status.results or _snapshots_on_arrival(lesson, settings)
    last = snapshots[-1]
    if job_status.ended:
        snapshots = snapshots[: st.session_state.get(_slider_key(name, last), len(snapshots)) + 1]
    finished = job_status.state is State.FINISHED
    ended = finished and snapshots[-1] is last  # not while an earlier snapshot is selected
    lesson.draw(settings, snapshots)
    takeaway = lesson.describe_takeaway(settings, snapshots, ended)
    explain.show_takeaway(takeaway)
    if not sections.is_page_drawn():  # a running job's fragment can't write below itself
        result = lesson.describe_result(settings, snapshots) if lesson.describe_result else takeaway
        sections.store_page_fact(explain.line_with_title_html(_("In this run"), result))
    lesson.show_more(settings, snapshots)
    explain.show_formula(*lesson.formula(settings, snapshots[-1]))
    if finished:
        page_facts.publish_facts(finished=True, **lesson.facts(settings, last))


def _snapshots_on_arrival(lesson: Lesson, settings: Any) -> Sequence[Snapshot]:
    """Return the snapshots of a training done in advance, else the untrained network's."""
    return lesson.train_in_advance(settings) or [next(lesson.train(settings))]


def _progress(lesson: Lesson, settings: Any, snapshots: Sequence[Snapshot]) -> tuple[float, str]:
    """Return the share of training steps done, and the text for the progress bar."""
    now = (snapshots or _snapshots_on_arrival(lesson, settings))[-1]
    measured = (
        _(said).format(number=written(now.numbers[name]))
        for name, (said, written) in lesson.measures.items()
        if name in now.numbers
    )
    steps = _("step {step:,} of {steps:,}").format(step=now.step, steps=settings.steps)
    progress = " · ".join([steps, *measured])
    if now.step and not snapshots:
        progress = _("Trained in advance: {progress}").format(progress=progress)
    return min(1.0, now.step / settings.steps), progress


def _show_replay(name: str, lesson: Lesson, settings: Any, job_status: JobStatus[Snapshot]) -> None:
    """Show a slider over all snapshots of a finished training, and a button for another seed."""
    another = settings.seed % SEEDS + 1
    label = _("Again with seed {seed}").format(seed=another)
    st.button(label, key="begin_another", on_click=_restart_with_seed, args=[name, another])
    places = range(len(job_status.results))
    key = _slider_key(name, job_status.results[-1])
    now = job_status.results[: st.session_state.get(key, places[-1]) + 1]
    share, progress = _progress(lesson, settings, now)
    if len(places) == 1:
        st.progress(share, text=job_status.describe_progress(progress))
    else:
        st.select_slider(
            job_status.describe_progress(progress),
            options=places,
            value=places[-1],
            format_func=lambda place: format_integer(job_status.results[place].step),
            key=key,
        )


def _restart_with_seed(name: str, seed: int) -> None:
    """Start the training again with another seed."""
    controls.set_choice("training_seed", seed)
    start_job(name)


def _slider_key(name: str, last: Snapshot) -> str:
    """Return the session key of a training's snapshot slider."""
    return f"moment of {name} {id(last)}"
