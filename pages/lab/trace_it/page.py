"""One decision traced: how much of the margin each node of the network carries."""

from model.flow import flows
from pages.lab.trace_it import adding, choices, cutting, kinds, picture, scores
from ui.choices import controls
from ui.frame import explain
from ui.readings import without_changes

NAME = "trace_it"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_steering, anew=True)
look, place = choices.choose(reading)
with place:
    picture.show(look)

if explain.section(NAME, "What adds up"):
    adding.show(look)
if explain.section(NAME, "Cut it"):
    cutting.show(look)
explain.section(NAME, "What this doesn't tell you")
if explain.section(NAME, "Why a head attends there"):
    scores.show(look)
if explain.section(NAME, "What decides what"):
    kinds.show()

explain.code_and_shapes(flows.flows, picture.shapes(look), also=flows.streams)
