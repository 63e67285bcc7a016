"""The training step: loss against the learning rate, and translations afterwards."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.backward.step import Rule, Step, copy_bytes
from pages.training.one_step import cached, choices, figures, remarks, tables
from pages.training.one_step.errors import back_to_normal
from pages.training.one_step.question import Question
from ui.choices import controls
from ui.frame import explain
from ui.frame.background import Seen, Task, follow
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import decimal

OTHERS = 3  # untaught sentences translated for comparison

Points = tuple[tuple[float, float], ...]


def show(reading: Reading, question: Question) -> None:
    """Let the person choose optimizer and learning rate, and take the step."""
    with st.container(key="step-rule", horizontal=True, vertical_alignment="bottom"):
        rules = {rule: _(name) for rule, name in choices.RULES.items()}
        default: Rule = "sgd"
        rule = controls.one_of(choices.RULE, _("Rule"), rules, default)
        rates = choices.RATES[rule]
        names = {rate: remarks.rate_text(rate) for rate in rates}
        key = f"{rule}_learning_rate"
        rate = controls.one_along(key, _("Learning rate η"), names, choices.USUAL[rule])
        _offer(reading, question, Step(question.example, rule, rate, question.smoothing))
    work = partial(cached.losses, question, rule, rates)
    task = Task(
        "loss_along",
        (question, rule),
        work,
        _("Compute the loss along η"),
        partial(_progress, len(rates)),
    )
    follow(task, partial(_draw, question, rate))
    _sentences(reading, question)


def _offer(reading: Reading, question: Question, step: Step) -> None:
    """Show the button that takes the step, disabled after the last one allowed."""
    count = len(question.taken)
    label = _("Take another step") if count else _("Take the step")
    st.button(
        label,
        key="take_step",
        type="primary",
        disabled=not remarks.may_go_on(count),
        on_click=choices.take,
        args=[(reading.text, reading.language), (*question.taken, step)],
    )


def _progress(count: int, results: Sequence[Points]) -> tuple[float, str]:
    """Return the finished share, and its label for the progress bar."""
    done = sum(map(len, results))
    said = _("{done} of {count} learning rates").format(done=done, count=count)
    return done / count, said


def _draw(question: Question, rate: float, seen: Seen[Points]) -> None:
    """Plot the loss against the learning rate, as far as computed."""
    points = [point for some in seen.results for point in some]
    if not points:
        return
    begun = sum(cached.flows(question)[0].losses)
    explain.finding(remarks.say_curve(points, begun))
    label = _("Loss after a step, by the learning rate")
    plot(figures.along(points, begun, rate), key="along", label=label)


def _sentences(reading: Reading, question: Question) -> None:
    """Show translations of this sentence and three others, before and after the steps."""
    if not question.taken:
        return
    source = controls.source_language()
    others = [one for one in cached.other_sentences(source, 9) if one != reading.text]
    texts = (reading.text, *others[:OTHERS])
    asked = texts, reading.language, question.example, question.smoothing
    with st.spinner(_("Translating with the copy ...")):
        before, now = cached.after((), *asked), cached.after(question.taken, *asked)
    explain.finding(remarks.say_after(before, now, len(question.taken)))
    st.html(tables.translations(texts, before, now, source, reading.language))
    with st.container(key="step-back", horizontal=True, vertical_alignment="center"):
        back_to_normal(reading, "below")
        size = decimal(copy_bytes(session.glass().network) / 1e6, 0)
        said = _(
            "The copy takes up {size} MB during the computation and is then forgotten. Only the "
            "steps are kept, and they're taken again when they're needed."
        )
        st.caption(said.format(size=size))
        if not remarks.may_go_on(len(question.taken)):
            st.caption(_(remarks.NEXT))
