"""One training step: the loss of one sentence flows back, and the weights change once."""

import streamlit as st

from model.backward.gradients import backward_pass
from model.backward.weights import matrix_gradient
from pages.training.one_step import (
    choices,
    embedding_rows,
    gradient_depth,
    logits,
    picture,
    take_step,
    weight,
)
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import passes, session, without_changes
from ui.words import format_integer

NAME = "one_step"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), lambda change: True, retranslate=True
)
reading = passes.truncate_reading(reading)
place = st.container()
setup = choices.choose_training_setup(reading)
if setup:
    with place:
        picture.show(reading, setup)

if explain.show_section(NAME, "At the logits: p − y") and setup:
    logits.show(reading, setup)
if explain.show_section(NAME, "What the road is for") and setup:
    gradient_depth.show(setup)
if explain.show_section(NAME, "Any weight, opened") and setup:
    weight.show(reading, setup)
if explain.show_section(NAME, "Which rows of E are pulled") and setup:
    embedding_rows.show_largest_gradients(setup)
if explain.show_section(NAME, "Take the step") and setup:
    take_step.show(reading, setup)
explain.show_section(NAME, "What this leaves out")

n, m = len(reading.source), len(reading.output)
config = session.glass().config
explain.show_code_and_shapes(
    backward_pass,
    {
        _("gradient at the logits"): f"{m} × {format_integer(config.vocab_size)}",
        _("gradient at the memory"): f"{n} × {config.d_model}",
        _("gradient at W_Q"): f"{config.d_model} × {config.d_model}",
    },
    callee=matrix_gradient,
)
