"""What every head does, and which are dispensable: a slider silences the least important first."""

from model.census.importance import gate_gradient, log_probabilities_under_gates
from pages.lab.head_census import gender_probe, picture, pruned_translations, remarks, scores
from ui.choices import controls
from ui.frame import explain

NAME = "head_census"

explain.show_opening(NAME)
reading = controls.current_reading()
asked = picture.show(reading)

if explain.show_section(NAME, "All heads"):
    scores.show_head_table(asked)
if explain.show_section(NAME, "How much is left"):
    scores.show_scores()
    pruned_translations.show(asked)
if explain.show_section(NAME, "Who is the doctor?"):
    gender_probe.show(reading)
explain.show_section(NAME, "What this doesn't tell you")
if explain.show_section(NAME, "How it was measured"):
    explain.show_formula(remarks.FORMULA)

explain.show_code_and_shapes(
    log_probabilities_under_gates, picture.tensor_shapes(asked), callee=gate_gradient
)
