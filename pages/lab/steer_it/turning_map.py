"""The map of turning alphas by layer and direction, computed by a background worker."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.lab.steer_it import cached, choices, figures, remarks
from pages.lab.steer_it.compute import TurningCell
from pages.lab.steer_it.experiment import SteeringExperiment
from pages.lab.steer_it.presets import NAMES
from ui.frame import explain
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import _
from ui.readings import session
from ui.readings.changes import label_tap
from ui.views.plot import show_figure


def show(experiment: SteeringExperiment) -> None:
    """Show a button that computes the turning map, and the map as it fills.

    The turning map holds the smallest alpha that changes the translation, for each tap and
    direction.

    Args:
        experiment: the sentence, and the chosen direction.
    """
    taps = [label_tap(at) for at in choices.tap_codes(session.glass().config).values()]
    columns = [*(_(NAMES[name]) for name in cached.list_map_directions(experiment)), _("random")]
    count = len(taps) * len(columns)

    def progress(found: Sequence[TurningCell]) -> tuple[float, str]:
        """Return the share of cells computed, and the text for the progress bar."""
        said = _(remarks.FILLED).format(done=len(found), count=count)
        return len(found) / count, said

    own = experiment.pairs if experiment.direction.name == "own" else ()
    asked = (experiment.text, experiment.language, experiment.changes, own)
    task = Task(
        "steering",
        asked,
        partial(cached.compute_turning_map, experiment),
        _(remarks.FILL),
        progress,
    )
    show_job(task, partial(_show_map, taps, columns))


def _show_map(
    taps: Sequence[str], columns: Sequence[str], job_status: JobStatus[TurningCell]
) -> None:
    """Show the map of smallest alphas as far as it is computed, with its takeaway at the end."""
    say = session.glass().tokenizer.decode
    alphas = {(one.row, one.column): one.alpha for one in job_status.results}
    said = {(one.row, one.column): say(one.tokens) for one in job_status.results}
    if len(job_status.results) == len(taps) * len(columns):
        explain.show_callout(remarks.describe_smallest_alpha(job_status.results, taps, columns))
    if not job_status.results:
        return
    show_figure(
        figures.plot_turning_alphas(alphas, said, taps, columns),
        key="steering_map",
        label=_("The smallest α that changes the translation, by layer and direction"),
    )
    st.caption(_(remarks.CAPTION))
