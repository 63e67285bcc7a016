"""Widgets of the page: reference, smoothing, optimizer and learning rate."""

from collections.abc import Mapping

import streamlit as st

from model.backward.gradients import Example, encode_reference
from model.backward.step import Rule, Step
from model.config import MAX_PIECES
from model.faults import Fault
from pages.training.one_step.training_setup import TrainingSetup
from ui.choices import controls
from ui.messages import N_, _
from ui.readings import session
from ui.readings.reading import Reading
from ui.sentence import describe_error

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


def choose_training_setup(reading: Reading) -> TrainingSetup | None:
    """Show the fields for reference translation and label smoothing; return the training setup.

    Returns:
        The training example, its label smoothing, and the training steps already taken. None if the
        typed reference cannot be used (for example, if it is too long); then a warning says why.
    """
    with st.container(key="step-choices", horizontal=True, vertical_alignment="center"):
        with st.popover(_("The right answer")):
            typed = controls.text_field(
                RIGHT,
                _("Another translation of the sentence"),
                placeholder=reading.translation,
            )
        smoothed = controls.choose_switch(SMOOTHED, _("Label smoothing"), False)
    own = not typed.strip()
    right = reading.output_ids[: MAX_PIECES - 1]
    if not own:
        try:
            right = encode_reference(session.glass().tokenizer, typed)
        except Fault as fault:
            said = describe_error(fault)
            st.warning(f"{said[0].upper()}{said[1:]}.")
            return None
    start = session.glass().tokenizer.start(reading.language)
    example = Example.from_ids(reading.source_ids, start, right)
    return TrainingSetup(example, SMOOTHING if smoothed else 0.0, get_steps_taken(reading), own)


def get_steps_taken(reading: Reading) -> tuple[Step, ...]:
    """Return the training steps that the visitor has taken on this sentence; empty if there are
    none.
    """
    sentence, steps = st.session_state.get(TAKEN, (None, ()))
    return steps if sentence == (reading.text, reading.language) else ()


def set_steps_taken(sentence: tuple[str, str], steps: tuple[Step, ...]) -> None:
    """Store, in the session, which training steps the visitor's copy of the model has taken.

    Args:
        sentence: source text, and code of the target language; the steps are forgotten when the
            page shows another sentence.
        steps: all steps taken so far; empty to go back to the original model.
    """
    st.session_state[TAKEN] = (sentence, steps)
