"""Attribution of one output token by several methods, and their faithfulness evaluation."""

from model.attribution import mixing
from pages.lab.who_contributed import choices, referee, shares, steps
from ui.choices import controls
from ui.frame import explain
from ui.readings import without_changes

NAME = "who_contributed"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), lambda change: True, anew=True)
asked = choices.choose(reading)
steps.show(asked)

if explain.section(NAME, "Source or translation so far?"):
    shares.show(asked)
explain.section(NAME, "What these methods don't tell you")
explain.section(NAME, "Definitions")
if explain.section(NAME, "The referee"):
    referee.show()

explain.code_and_shapes(mixing.alti, steps.shapes(asked), also=mixing.shares)
