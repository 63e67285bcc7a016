"""One decision traced: how much of the margin each node of the network carries."""

from model.flow import flows
from pages.lab.trace_it import ablation, choices, decision_kinds, margin_waterfall, picture, scores
from ui.choices import controls
from ui.frame import explain
from ui.readings import without_changes

NAME = "trace_it"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.adds_steering, retranslate=True
)
look, place = choices.choose(reading)
with place:
    picture.show(look)

if explain.show_section(NAME, "What adds up"):
    margin_waterfall.show(look)
if explain.show_section(NAME, "Cut it"):
    ablation.show(look)
explain.show_section(NAME, "What this doesn't tell you")
if explain.show_section(NAME, "Why a head attends there"):
    scores.show(look)
if explain.show_section(NAME, "What decides what"):
    decision_kinds.show()

explain.show_code_and_shapes(
    flows.compute_flows, picture.tensor_shapes(look), callee=flows.decompose_streams
)
