"""What every head does, and which are dispensable: a slider silences the least important first."""

from model.census.importance import gate_gradient, log_probabilities
from pages.lab.head_census import doctor, everywhere, picture, remarks, scores
from ui.choices import controls
from ui.frame import explain

NAME = "head_census"

explain.opening(NAME)
reading = controls.reading()
asked = picture.show(reading)

if explain.section(NAME, "All heads"):
    scores.show_heads(asked)
if explain.section(NAME, "How much is left"):
    scores.show(asked)
    everywhere.show(asked)
if explain.section(NAME, "Who is the doctor?"):
    doctor.show(reading)
explain.section(NAME, "What this doesn't tell you")
if explain.section(NAME, "How it was measured"):
    explain.formula(remarks.FORMULA)

explain.code_and_shapes(log_probabilities, picture.shapes(asked), also=gate_gradient)
