"""Attribution of one output token by several methods, and their faithfulness evaluation."""

from model.attribution import mixing
from pages.lab.who_contributed import choices, faithfulness_evaluation, method_rows, source_share
from ui.choices import controls
from ui.frame import explain
from ui.readings import without_changes

NAME = "who_contributed"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), lambda change: True, retranslate=True
)
asked = choices.choose(reading)
method_rows.show(asked)

if explain.show_section(NAME, "Source or translation so far?"):
    source_share.show(asked)
explain.show_section(NAME, "What these methods don't tell you")
explain.show_section(NAME, "Definitions")
if explain.show_section(NAME, "The referee"):
    faithfulness_evaluation.show()

explain.show_code_and_shapes(
    mixing.alti, method_rows.tensor_shapes(asked), callee=mixing.contribution_shares
)
