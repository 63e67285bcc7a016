"""Activation steering: a direction added to a sentence's vectors changes its translation."""

from model.changes.direction import mean_states
from model.changes.steering import add_at
from pages.lab.steer_it import cached, choices, distances, held_out, layers, picture, remarks
from ui.choices import controls
from ui.frame import explain

NAME = "steer_it"

explain.opening(NAME)
reading = controls.reading()
question = choices.question(reading)
alpha = picture.show(question) if question else 0.0

if explain.section(NAME, "Where it can be added") and question:
    layers.show(question)
if explain.section(NAME, "Other sentences"):
    held_out.show()
if explain.section(NAME, "How far from real sentences") and question:
    distances.show(question, alpha)
explain.section(NAME, "What this doesn't tell you")
explain.section(NAME, "Who did this first")

numbers = remarks.numbers(question, cached.length_of(question)) if question else None
explain.in_one_formula(remarks.FORMULA, numbers)
explain.code_and_shapes(add_at, remarks.shapes(question) if question else {}, also=mean_states)
