"""Activation steering: a direction added to a sentence's vectors changes its translation."""

from model.changes.direction import mean_states
from model.changes.steering import add_vector
from pages.lab.steer_it import cached, choices, distances, held_out, picture, remarks, turning_map
from ui.choices import controls
from ui.frame import explain

NAME = "steer_it"

explain.show_opening(NAME)
reading = controls.current_reading()
experiment = choices.choose_experiment(reading)
alpha = picture.show(experiment) if experiment else 0.0

if explain.show_section(NAME, "Where it can be added") and experiment:
    turning_map.show(experiment)
if explain.show_section(NAME, "Other sentences"):
    held_out.show()
if explain.show_section(NAME, "How far from real sentences") and experiment:
    distances.show_distances(experiment, alpha)
explain.show_section(NAME, "What this doesn't tell you")
explain.show_section(NAME, "Who did this first")

numbers = (
    remarks.direction_latex(experiment, cached.compute_direction_norm(experiment))
    if experiment
    else None
)
explain.show_page_formula(remarks.FORMULA, numbers)
explain.show_code_and_shapes(
    add_vector, remarks.tensor_shapes(experiment) if experiment else {}, callee=mean_states
)
