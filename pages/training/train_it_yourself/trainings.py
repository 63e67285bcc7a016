"""Trainings that run in the page: settings, buttons, progress, and pictures that follow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from model.small.snapshots import Snapshot
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.frame.background import Seen, Task, begin, follow
from ui.messages import _, pgettext
from ui.queues.workers import State
from ui.words import shortest_decimal, whole

SEEDS = 6


@dataclass(frozen=True)
class Lesson:
    """One training, as the page shows it.

    Args:
        title: on its button; a message, as all words here are.
        choose: draws its settings and returns them.
        train: yields the snapshots; the first is that of the untrained network.
        measures: what the progress bar says: name of a number -> a message with a gap for it, and
            how it is written.
        draw: draws the pictures for the last of some snapshots.
        look_for: says what they show; the last argument tells whether it is the end of a whole
            training.
        more: draws what stands below.
        formula: in LaTeX, and the same with numbers of the last snapshot.
        shapes: of what is drawn, by name.
        code: the functions whose source is shown.
        facts: what the guided tour is told at the end.
    """

    title: str
    choose: Callable[[], Any]
    train: Callable[[Any], Iterator[Snapshot]]
    measures: Mapping[str, tuple[str, Callable[[float], str]]]
    draw: Callable[[Any, Sequence[Snapshot]], None]
    look_for: Callable[[Any, Sequence[Snapshot], bool], str]
    more: Callable[[Any, Sequence[Snapshot]], None]
    formula: Callable[[Any, Snapshot], tuple[str, str]]
    shapes: Callable[[Any], Mapping[str, str]]
    code: tuple[Callable, Callable]
    facts: Callable[[Any, Snapshot], Mapping[str, object]] = lambda _settings, _last: {}


def schedule(
    name: str, steps: tuple[int, int, int], rates: tuple[float, float, float]
) -> dict[str, Any]:
    """Let the person choose, behind "More", how long, how fast and from which weights is learned.

    What is chosen otherwise than usual stands beside it.

    Args:
        name: of the lesson; goes before the names in the link.
        steps: to choose from; the second is the default.
        rates: learning rates, likewise.
    """
    written: dict[str, dict[Any, str]] = {
        "steps": {n: whole(n) for n in steps},
        "rate": {rate: shortest_decimal(rate) for rate in rates},
        "seed": {seed: str(seed) for seed in range(1, SEEDS + 1)},
    }
    with st.popover(_("More"), key="more"):
        chosen = {
            "steps": controls.one_of(f"{name}_steps", _("Steps"), written["steps"], steps[1]),
            "rate": controls.one_of(f"{name}_rate", _("Learning rate"), written["rate"], rates[1]),
            "seed": controls.one_of("training_seed", _("Seed"), written["seed"], 1),
        }
    usual = {"steps": steps[1], "rate": rates[1], "seed": 1}
    said = {"steps": _("steps {number}"), "rate": _("rate {number}"), "seed": _("seed {number}")}
    numbers = {key: written[key][chosen[key]] for key in usual if chosen[key] != usual[key]}
    if other := [said[key].format(number=number) for key, number in numbers.items()]:
        st.caption(", ".join(other))
    return chosen


def show(name: str, lesson: Lesson, settings: Any) -> None:
    """Draw the buttons of a lesson, and its pictures as they are now."""
    page_facts.tell(training=name)
    follow(
        Task(
            name,
            settings,
            partial(lesson.train, settings),
            pgettext("button", "Start"),
            partial(_progress, lesson, settings),
            again=_("Again"),
            ended=partial(_look_back, name, lesson, settings),
        ),
        partial(_draw, name, lesson, settings),
    )


def _draw(name: str, lesson: Lesson, settings: Any, seen: Seen[Snapshot]) -> None:
    """Draw what a training has come to, or the moment of it that the person looks back at."""
    snapshots = seen.results or [_first_snapshot(lesson, settings)]
    last = snapshots[-1]
    if seen.ended:
        snapshots = snapshots[: st.session_state.get(_moment(name, last), len(snapshots)) + 1]
    finished = seen.state is State.FINISHED
    ended = finished and snapshots[-1] is last  # while one looks back, nothing is over
    lesson.draw(settings, snapshots)
    explain.look_here(lesson.look_for(settings, snapshots, ended))
    lesson.more(settings, snapshots)
    explain.formula(*lesson.formula(settings, snapshots[-1]))
    if finished:
        page_facts.tell(finished=True, **lesson.facts(settings, last))


def _first_snapshot(lesson: Lesson, settings: Any) -> Snapshot:
    return next(lesson.train(settings))


def _progress(lesson: Lesson, settings: Any, snapshots: Sequence[Snapshot]) -> tuple[float, str]:
    """Say how far a training is and what is measured then."""
    now = snapshots[-1] if snapshots else _first_snapshot(lesson, settings)
    measured = (
        _(said).format(number=written(now.numbers[name]))
        for name, (said, written) in lesson.measures.items()
        if name in now.numbers
    )
    steps = _("step {step} of {steps}").format(step=whole(now.step), steps=whole(settings.steps))
    return min(1.0, now.step / settings.steps), " · ".join([steps, *measured])


def _look_back(name: str, lesson: Lesson, settings: Any, seen: Seen[Snapshot]) -> None:
    """Offer another seed, and any moment of a training that is over."""
    another = settings.seed % SEEDS + 1
    label = _("Again with seed {seed}").format(seed=another)
    st.button(label, key="begin_another", on_click=_begin_with, args=[name, another])
    places = range(len(seen.results))
    key = _moment(name, seen.results[-1])
    now = seen.results[: st.session_state.get(key, places[-1]) + 1]
    share, progress = _progress(lesson, settings, now)
    if len(places) == 1:
        st.progress(share, text=seen.say(progress))
    else:
        st.select_slider(
            seen.say(progress),
            options=places,
            value=places[-1],
            format_func=lambda place: whole(seen.results[place].step),
            key=key,
        )


def _begin_with(name: str, seed: int) -> None:
    controls.choose("training_seed", seed)
    begin(name)


def _moment(name: str, last: Snapshot) -> str:
    """Return the key of the slider over a training; each training has one of its own."""
    return f"moment of {name} {id(last)}"
