"""Activation steering: a direction added to a sentence's vectors changes its translation."""

from model.changes.direction import mean_states
from model.changes.steering import add_vector
from pages.lab.steer_it import cached, choices, distances, held_out, picture, remarks, turning_map
from ui.choices import controls
from ui.frame import explain

NAME = "steer_it"

explain.show_opening(NAME)
reading = controls.current_reading()
question = choices.choose_question(reading)
alpha = picture.show(question) if question else 0.0

if explain.show_section(NAME, "Where it can be added") and question:
    turning_map.show(question)
if explain.show_section(NAME, "Other sentences"):
    held_out.show()
if explain.show_section(NAME, "How far from real sentences") and question:
    distances.show_distances(question, alpha)
explain.show_section(NAME, "What this doesn't tell you")
explain.show_section(NAME, "Who did this first")

numbers = (
    remarks.direction_latex(question, cached.compute_direction_norm(question)) if question else None
)
explain.show_page_formula(remarks.FORMULA, numbers)
explain.show_code_and_shapes(
    add_vector, remarks.tensor_shapes(question) if question else {}, callee=mean_states
)
