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


def find_clear_lines(rows: MemoryRows, quantity: str, layer: int, head: int) -> dict[int, int]:
    """Return the alignment links, row -> most attended column, of rows with a clear maximum.
    A maximum is clear from ``CLEAR`` on; ``quantity`` is "weight" or "contribution".

    Links from or to punctuation and special tokens are left out.
    """
    found = {}
    for row, weights in enumerate(rows.maps[quantity][layer, head]):
        column = int(weights.argmax())
        ends = rows.tokens[row], rows.columns[column]
        if weights[column] >= CLEAR and not any(t.special or is_punctuation(t) for t in ends):
            found[row] = column
    return found


def crossings(links: Mapping[int, int]) -> dict[int, list[int]]:
    """Return, for each row, the rows whose alignment links cross its own: reordered words.
    ``links`` maps rows to columns, as ``find_clear_lines`` returns them.

    Lines that end at the same column do not cross.
    """
    return {
        row: [other for other in links if (row - other) * (end - links[other]) < 0]
        for row, end in links.items()
    }


def collect_line_facts(target_reading: TargetReading, selected: Selection) -> dict[str, object]:
    """Return the selected head's alignment links, its row, and the tokens, for the guided tour.
    The keys are "lines" (row -> column), "row", "names" (of rows) and "ends" (of columns).
    """
    rows = target_reading.rows
    return {
        "lines": find_clear_lines(rows, selected.quantity, selected.layer, selected.head),
        "row": rows.row_by_step[selected.step],
        "names": [token.text for token in rows.tokens],
        "ends": [token.text for token in rows.columns],
    }


def find_partner_row(
    target_readings: Sequence[TargetReading], selected: Selection, row: int
) -> int:
    """Return the second translation's row that attends most to the given row's top source word."""
    first, second = (
        reader.rows.maps[selected.quantity][selected.layer, selected.head]
        for reader in target_readings
    )
    return int(second[:, int(first[row].argmax())].argmax())


def find_default_step(
    rows: MemoryRows, second_rows: MemoryRows | None, layer: int, head: int
) -> int:
    """Return the step, from 0, selected by default: one whose alignment link crosses another link.

    Of several, the one with the largest weight; 0 if no line is clear.
    """
    own = find_clear_lines(rows, "weight", layer, head)
    if not own:
        return 0
    crossing = {own[row] for row, others in crossings(own).items() if others}
    there = find_clear_lines(second_rows, "weight", layer, head) if second_rows else {}
    crossing |= {there[row] for row, others in crossings(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_by_step.index(best)


def weight_and_contribution(
    target_reading: TargetReading, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return one step's weights and contribution shares by source token, for the bar chart.
    The result maps the name of the quantity to its values and colour role.
    """
    both = target_reading.rows.pieces
    return {
        _("weight"): (both["weight"][layer, head, step], "primary"),
        _("contribution, as a share"): (both["contribution"][layer, head, step], "Z"),
    }


def compute_value_norms(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return a label, the norm of value × W_O of each source token in a head, and a colour role."""
    values = reading.attention("cross", layer)["v"][0]
    lengths = head_parts(values, _output_projection(reading, layer))[head].norm(dim=-1)
    return _("length of value × W_O"), lengths, "V"


def contribution_norms(reading: Reading, layer: int, head: int, step: int) -> Tensor:
    """Return the norm of weight × value × W_O of each source token, in one head at one step."""
    attention, W_O = reading.attention("cross", layer), _output_projection(reading, layer)
    alone, __ = key_contribution_norms(attention["weights"][0], attention["v"][0], W_O)
    return alone[head, step]


def _output_projection(reading: Reading, layer: int) -> Tensor:
    """Return W_O of a layer's cross-attention in the network as the reading changed it."""
    model = session.glass().network_with(reading.changes)
    path = ATTENTIONS["cross"].format(layer)
    return typed_submodule(model, path, MultiHeadAttention).W_O.weight.detach()


def sum_received_weight(
    target_readings: Sequence[TargetReading], selected: Selection
) -> dict[str, tuple[Tensor, str]]:
    """Return the weight that each source token receives from a head, summed over all steps.
    The result maps each language's name to these sums and a colour role.
    """
    return {
        reader.language: (
            reader.rows.pieces["weight"][selected.layer, selected.head].sum(dim=0),
            colour,
        )
        for reader, colour in zip(target_readings, ("primary", "muted"), strict=False)
    }
