"""Activation patching: activations of one run put into another, site by site."""

from model.patching import runs
from pages.lab.patch_it import choices, pairs, trial
from ui.choices import controls
from ui.frame import explain

NAME = "patch_it"

explain.show_opening(NAME)
reading = controls.current_reading()
experiment = choices.choose_experiment(reading)
shapes = trial.show(experiment) if experiment else {}

explain.show_section(NAME, "How to read it")
explain.show_section(NAME, "What this doesn't tell you")
if explain.show_section(NAME, "Pairs that work"):
    pairs.show()

explain.show_code_and_shapes(runs.patch_sites, shapes, callee=runs.patched_logits)
