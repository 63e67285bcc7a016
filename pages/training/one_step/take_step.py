"""The training step: loss against the learning rate, and translations afterwards."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.backward.step import Rule, Step, weight_bytes
from pages.training.one_step import cached, choices, figures, remarks, tables
from pages.training.one_step.picture import show_reset_button
from pages.training.one_step.training_setup import TrainingSetup
from ui.choices import controls
from ui.frame import explain
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import show_figure

OTHERS = 3  # untaught sentences translated for comparison

Points = tuple[tuple[float, float], ...]


def show(reading: Reading, setup: TrainingSetup) -> None:
    """Let the person choose optimizer and learning rate, and take a training step.

    It shows the loss after the step for many learning rates and, once a step is taken, translations
    before and after.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    with st.container(key="step-rule", horizontal=True, vertical_alignment="bottom"):
        rules = {rule: _(name) for rule, name in choices.RULES.items()}
        default: Rule = "sgd"
        rule = controls.choose_option(choices.RULE, _("Rule"), rules, default)
        rates = choices.RATES[rule]
        names = {rate: remarks.format_rate(rate) for rate in rates}
        key = f"{rule}_learning_rate"
        rate = controls.choose_option_on_slider(
            key, _("Learning rate η"), names, choices.USUAL[rule]
        )
        _show_step_button(reading, setup, Step(setup.example, rule, rate, setup.smoothing))
    work = partial(cached.compute_losses_by_rate, setup, rule, rates)
    task = Task(
        "loss_along",
        (setup, rule),
        work,
        _("Compute the loss at many values of η"),
        partial(_progress, len(rates)),
    )
    show_job(task, partial(_show_loss_curve, setup, rate))
    _show_translations(reading, setup)


def _show_step_button(reading: Reading, setup: TrainingSetup, step: Step) -> None:
    """Show the button that takes a training step, disabled after the last one allowed."""
    count = len(setup.steps_taken)
    label = _("Take another step") if count else _("Take the step")
    st.button(
        label,
        key="take_step",
        type="primary",
        disabled=not remarks.can_take_step(count),
        on_click=choices.set_steps_taken,
        args=[(reading.text, reading.language), (*setup.steps_taken, step)],
    )


def _progress(rate_count: int, results: Sequence[Points]) -> tuple[float, str]:
    """Return the share of learning rates tried, and the text for the progress bar."""
    done = sum(map(len, results))
    said = _("{done} of {count} learning rates").format(done=done, count=rate_count)
    return done / rate_count, said


def _show_loss_curve(setup: TrainingSetup, rate: float, job_status: JobStatus[Points]) -> None:
    """Plot the loss after one step against the learning rate, as far as computed."""
    points = [point for some in job_status.results for point in some]
    if not points:
        return
    begun = sum(cached.compute_gradient_flows(setup)[0].losses)
    explain.show_callout(remarks.describe_loss_by_rate(points, begun))
    label = _("Loss after one step, by learning rate")
    show_figure(figures.plot_loss_by_rate(points, begun, rate), key="along", label=label)


def _show_translations(reading: Reading, setup: TrainingSetup) -> None:
    """Show translations of this sentence and three others, before and after training steps."""
    if not setup.steps_taken:
        return
    source = controls.source_language()
    others = [one for one in cached.load_other_sentences(source, 9) if one != reading.text]
    texts = (reading.text, *others[:OTHERS])
    asked = texts, reading.language, setup.example, setup.smoothing
    with st.spinner(_("Translating with the copy ...")):
        before, now = (
            cached.evaluate_after_steps((), *asked),
            cached.evaluate_after_steps(setup.steps_taken, *asked),
        )
    explain.show_callout(remarks.describe_step_outcome(before, now, len(setup.steps_taken)))
    st.html(tables.translations_table_html(texts, before, now, source, reading.language))
    with st.container(key="step-back", horizontal=True, vertical_alignment="center"):
        show_reset_button(reading, "below")
        said = _(
            "The copy takes up {size:.0} MB during the computation and is then forgotten. Only the "
            "steps are kept, and they're taken again when they're needed."
        )
        st.caption(said.format(size=weight_bytes(session.glass().network) / 1e6))
        if not remarks.can_take_step(len(setup.steps_taken)):
            st.caption(_(remarks.NEXT))
