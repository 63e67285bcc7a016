"""Clear lines between source and target, their crossings, and values by source token."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.heads import head_parts, key_contribution_norms
from model.parts import ATTENTIONS, typed_submodule
from pages.decoder.cross_attention.rows import MemoryRows, is_punctuation
from pages.decoder.cross_attention.selection import Selection, TargetReading
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading

CLEAR = 0.3  # a row's largest weight counts as a line from this value


def find_clear_lines(rows: MemoryRows, shown: str, layer: int, head: int) -> dict[int, int]:
    """Return the alignment links: row -> most attended column, where its weight is large enough.

    Links from or to punctuation and special tokens are left out.
    """
    found = {}
    for row, weights in enumerate(rows.maps[shown][layer, head]):
        column = int(weights.argmax())
        ends = rows.tokens[row], rows.columns[column]
        if weights[column] >= CLEAR and not any(t.special or is_punctuation(t) for t in ends):
            found[row] = column
    return found


def crossings(found: Mapping[int, int]) -> dict[int, list[int]]:
    """Return, for each row, the rows whose alignment links cross its own: reordered words.

    Lines that end at the same column do not cross.
    """
    return {
        row: [other for other in found if (row - other) * (end - found[other]) < 0]
        for row, end in found.items()
    }


def collect_line_facts(reader: TargetReading, look: Selection) -> dict[str, object]:
    """Return the selected head's alignment links, row and tokens, for the guided tour."""
    rows = reader.rows
    return {
        "lines": find_clear_lines(rows, look.shown, look.layer, look.head),
        "row": rows.row_of[look.step],
        "names": [token.text for token in rows.tokens],
        "ends": [token.text for token in rows.columns],
    }


def find_partner_row(readers: Sequence[TargetReading], look: Selection, row: int) -> int:
    """Return the second translation's row that attends most to the given row's top source word."""
    first, second = (reader.rows.maps[look.shown][look.layer, look.head] for reader in readers)
    return int(second[:, int(first[row].argmax())].argmax())


def find_default_step(rows: MemoryRows, other: MemoryRows | None, layer: int, head: int) -> int:
    """Return the default step: one whose alignment link crosses another, in either translation.

    Of several, the one with the largest weight; 0 if no line is clear.
    """
    own = find_clear_lines(rows, "weight", layer, head)
    if not own:
        return 0
    crossing = {own[row] for row, others in crossings(own).items() if others}
    there = find_clear_lines(other, "weight", layer, head) if other else {}
    crossing |= {there[row] for row, others in crossings(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_of.index(best)


def weight_and_contribution(
    reader: TargetReading, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return one step's weights and contribution shares by source token, for the bar chart."""
    both = reader.rows.pieces
    return {
        _("weight"): (both["weight"][layer, head, step], "primary"),
        _("contribution, as a share"): (both["contribution"][layer, head, step], "Z"),
    }


def compute_value_norms(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return the norm of value × W_O of each source token in one head, with name and colour."""
    values = reading.attention("cross", layer)["v"][0]
    lengths = head_parts(values, _output_projection(reading, layer))[head].norm(dim=-1)
    return _("length of value × W_O"), lengths, "V"


def contribution_norms(reading: Reading, layer: int, head: int, step: int) -> Tensor:
    """Return the norm of weight × value × W_O of each source token in one row of one head."""
    attention, W_O = reading.attention("cross", layer), _output_projection(reading, layer)
    alone, __ = key_contribution_norms(attention["weights"][0], attention["v"][0], W_O)
    return alone[head, step]


def _output_projection(reading: Reading, layer: int) -> Tensor:
    """Return W_O of a layer's cross-attention in the network as the reading changed it."""
    model = session.glass().network_with(reading.changes)
    path = ATTENTIONS["cross"].format(layer)
    return typed_submodule(model, path, MultiHeadAttention).W_O.weight.detach()


def sum_received_weight(
    readers: Sequence[TargetReading], look: Selection
) -> dict[str, tuple[Tensor, str]]:
    """Return the weight that each source token receives, summed over all steps, by language."""
    return {
        reader.language: (reader.rows.pieces["weight"][look.layer, look.head].sum(dim=0), colour)
        for reader, colour in zip(readers, ("primary", "muted"), strict=False)
    }
