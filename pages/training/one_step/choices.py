"""Widgets of the page: reference, smoothing, optimizer and learning rate."""

from collections.abc import Mapping

import streamlit as st

from model.backward.gradients import Example, right_ids
from model.backward.step import Rule, Step
from model.config import MAX_PIECES
from model.faults import Fault
from pages.training.one_step.question import Question
from ui.choices import controls
from ui.messages import N_, _
from ui.readings import session
from ui.readings.reading import Reading
from ui.sentence import say_fault

SMOOTHING = 0.1  # the paper's (section 5.4)
RIGHT, SMOOTHED, RULE = "right_answer", "smoothing_on", "rule"
RULES: Mapping[Rule, str] = {"sgd": N_("SGD"), "adam": N_("Adam")}
_DIGITS = (1.0, 1.6, 2.5, 4.0, 6.3)  # in each decade
RATES = {  # 15 per optimizer, over three decades
    rule: tuple(float(f"{digit}e{power}") for power in range(least, least + 3) for digit in _DIGITS)
    for rule, least in (("sgd", -4), ("adam", -5))
}
USUAL = {"sgd": 4e-3, "adam": 4e-5}
TAKEN = "steps of learning taken"  # session key: (sentence, steps)


def question(reading: Reading) -> Question | None:
    """Let the person set the reference translation and label smoothing.

    Returns:
        The question; None if what they typed cannot be right, which is said.
    """
    with st.container(key="step-choices", horizontal=True, vertical_alignment="center"):
        with st.popover(_("The right answer")):
            typed = controls.text(
                RIGHT,
                _("Another translation of the sentence"),
                placeholder=reading.translation,
            )
        smoothed = controls.switch(SMOOTHED, _("Label smoothing"), False)
    own = not typed.strip()
    right = reading.output_ids[: MAX_PIECES - 1]
    if not own:
        try:
            right = right_ids(session.glass().tokenizer, typed)
        except Fault as fault:
            said = say_fault(fault)
            st.warning(f"{said[0].upper()}{said[1:]}.")
            return None
    start = session.glass().tokenizer.start(reading.language)
    example = Example.of(reading.source_ids, start, right)
    return Question(example, SMOOTHING if smoothed else 0.0, steps_so_far(reading), own)


def steps_so_far(reading: Reading) -> tuple[Step, ...]:
    """Return the steps already taken on this sentence; none for another sentence."""
    sentence, steps = st.session_state.get(TAKEN, (None, ()))
    return steps if sentence == (reading.text, reading.language) else ()


def take(sentence: tuple[str, str], steps: tuple[Step, ...]) -> None:
    """Store the steps taken for the next run; an empty tuple resets the copy.

    Args:
        sentence: source text and target language they belong to.
        steps: all steps taken so far.
    """
    st.session_state[TAKEN] = (sentence, steps)
