"""Activation patching: activations of one run put into another, site by site."""

from model.patching import runs
from pages.lab.patch_it import choices, pairs, trial
from ui.choices import controls
from ui.frame import explain

NAME = "patch_it"

explain.opening(NAME)
reading = controls.reading()
question = choices.question(reading)
shapes = trial.show(question) if question else {}

explain.section(NAME, "How to read it")
explain.section(NAME, "What this doesn't tell you")
if explain.section(NAME, "Pairs that work"):
    pairs.show()

explain.code_and_shapes(runs.patch_places, shapes, also=runs.rows_of)
