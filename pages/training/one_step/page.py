"""One training step: the loss of one sentence flows back, and the weights change once."""

from model.backward.gradients import backward
from model.backward.weights import matrix_gradient
from pages.training.one_step import choices, errors, logits, move, road, rows, weight
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import passes, session, without_changes
from ui.words import whole

NAME = "one_step"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), lambda change: True, anew=True)
reading = passes.shorten_reading(reading)
question = choices.question(reading)
if question:
    errors.show(reading, question)

if explain.section(NAME, "At the logits: p − y") and question:
    logits.show(reading, question)
if explain.section(NAME, "What the road is for") and question:
    road.show(question)
if explain.section(NAME, "Any weight, opened") and question:
    weight.show(reading, question)
if explain.section(NAME, "Which rows of E are pulled") and question:
    rows.show(question)
if explain.section(NAME, "Take the step") and question:
    move.show(reading, question)
explain.section(NAME, "What this leaves out")

n, m = len(reading.source), len(reading.output)
config = session.glass().config
explain.code_and_shapes(
    backward,
    {
        _("gradient at the logits"): f"{m} × {whole(config.vocab_size)}",
        _("gradient at the memory"): f"{n} × {config.d_model}",
        _("gradient at W_Q"): f"{config.d_model} × {config.d_model}",
    },
    also=matrix_gradient,
)
