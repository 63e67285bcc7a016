"""Small networks that learn in the page side by side: start, stop, and curves that follow."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from model.small.snapshots import Snapshot
from pages.background.after_2017.compute import races
from pages.background.after_2017.figures.curves import race as curves
from ui.choices import controls
from ui.frame import explain
from ui.frame.background import Seen, Task, follow
from ui.messages import _, pgettext
from ui.queues.workers import State
from ui.views.plot import plot
from ui.words import as_typed, whole

STEPS, RATES = (200, 400, 800), (0.001, 0.003, 0.01)


def race(name: str, remark: Callable[[Mapping[str, float], bool], str]) -> None:
    """Let a visitor train the networks of a race, and draw what they have come to.

    Args:
        name: a key of ``races.RACES``.
        remark: says what the last losses show; the second argument tells whether it is over.
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"choices_{name}"):
        steps = controls.one_of(f"{name}_steps", _("Steps"), {n: whole(n) for n in STEPS}, STEPS[1])
        rate = controls.one_of(
            f"{name}_rate", _("Adam’s rate"), {rate: as_typed(rate) for rate in RATES}, RATES[1]
        )
    settings = races.Settings(name, steps, rate)

    def progress(snapshots: Sequence[Snapshot]) -> tuple[float, str]:
        at = snapshots[-1].step if snapshots else 0
        said = _("step {step} of {steps}").format(step=whole(at), steps=whole(steps))
        return min(1.0, at / steps), said

    def draw(seen: Seen[Snapshot]) -> None:
        if seen.results:
            _curves(name, seen.results, steps)
            last = {_(runner): loss for runner, loss in seen.results[-1].numbers.items()}
            explain.finding(remark(last, seen.state is State.FINISHED))

    work = partial(races.train, settings)
    follow(
        Task(name, settings, work, pgettext("button", "Start"), progress, again=_("Again")), draw
    )


def _curves(name: str, snapshots: Sequence[Snapshot], last: int) -> None:
    losses = {
        _(runner): [snapshot.numbers[runner] for snapshot in snapshots]
        for runner in races.RACES[name]
    }
    plot(
        curves([snapshot.step for snapshot in snapshots], losses, last),
        key=f"race_{name}",
        label=_("Loss of each small network while it learns"),
    )
