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
    """Return which source token each row attends to most, for the rows where this is clear.

    It is clear if the row's largest value is at least ``CLEAR``. Rows whose own token or whose most
    attended token is punctuation or a special token are left out.

    Args:
        rows: the cross-attention; a row is a target token (or word), a column a source token.
        quantity: which values to compare, "weight" or "contribution".
        layer: index of the layer, from 0; the number of layers stands for their mean.
        head: index of the head, from 0; the number of heads stands for all together.

    Returns:
        The alignment links: index of the row -> index of its most attended column.
    """
    found = {}
    for row, weights in enumerate(rows.maps[quantity][layer, head]):
        column = int(weights.argmax())
        ends = rows.tokens[row], rows.columns[column]
        if weights[column] >= CLEAR and not any(t.special or is_punctuation(t) for t in ends):
            found[row] = column
    return found


def find_crossings(links: Mapping[int, int]) -> dict[int, list[int]]:
    """Return, for each alignment link, which other links cross it: where words are reordered.

    Two links cross if the earlier row is linked to the later column; links to the same column do
    not cross.

    Args:
        links: row -> column, as ``find_clear_lines`` returns them.

    Returns:
        The row of each link -> the rows of the links that cross it, perhaps none.
    """
    return {
        row: [other for other in links if (row - other) * (end - links[other]) < 0]
        for row, end in links.items()
    }


def collect_line_facts(target_reading: TargetReading, selected: Selection) -> dict[str, object]:
    """Return the selected head's alignment links and their tokens, which the guided tour checks.

    Args:
        target_reading: the translation.
        selected: the selected layer and head.

    Returns:
        "lines", the links (row -> column) of ``find_clear_lines``; "row", the index of the row of
        the selected step; "names", the texts of all rows' tokens; "ends", those of all columns.
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
    """Return the row of the second translation that corresponds to a row of the first one.

    Of all rows of the second translation, it is the one that attends most to the source token to
    which the given row attends most.

    Args:
        target_readings: the first and the second translation.
        selected: the layer, head and quantity to compare.
        row: index of the row of the first translation.
    """
    first, second = (
        reader.rows.maps[selected.quantity][selected.layer, selected.head]
        for reader in target_readings
    )
    return int(second[:, int(first[row].argmax())].argmax())


def find_default_step(
    rows: MemoryRows, second_rows: MemoryRows | None, layer: int, head: int
) -> int:
    """Return the step, from 0, to select at first: if possible one that shows reordered words.

    Preferred are steps linked to a source token at which crossing links end, in either of the
    translations; of these, the one with the largest weight. The result is 0 if no link is clear.

    Args:
        rows: cross-attention of the first translation, whose step is returned.
        second_rows: cross-attention of the second translation, if there is one.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
    """
    own = find_clear_lines(rows, "weight", layer, head)
    if not own:
        return 0
    crossing = {own[row] for row, others in find_crossings(own).items() if others}
    there = find_clear_lines(second_rows, "weight", layer, head) if second_rows else {}
    crossing |= {there[row] for row, others in find_crossings(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_by_step.index(best)


def weight_and_contribution(
    target_reading: TargetReading, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return one step's weight and contribution of each source token, for ``plot_source_bars``.

    Args:
        target_reading: the translation.
        layer: the layer, from 0.
        head: the head, from 0.
        step: the step, from 0.

    Returns:
        The translated names "weight" and "contribution, as a share" -> the values by source token,
        and the name of the bars' colour. The contributions sum to 1.
    """
    both = target_reading.rows.pieces
    return {
        _("weight"): (both["weight"][layer, head, step], "primary"),
        _("contribution, as a share"): (both["contribution"][layer, head, step], "Z"),
    }


def compute_value_norms(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return the norm of value × W_O of each source token in one head, for ``plot_source_bars``.

    Args:
        reading: the sentence and its translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.

    Returns:
        The label for the axis, the norms by source token, and the name of the dots' colour.
    """
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
    """Return the weight that each source token gets from the selected head, summed over all steps.

    Args:
        target_readings: the translations shown.
        selected: the selected layer, head and quantity.

    Returns:
        Name of the target language, for each translation -> the sums by source token, and the name
        of the bars' colour.
    """
    return {
        reader.language: (
            reader.rows.pieces["weight"][selected.layer, selected.head].sum(dim=0),
            colour,
        )
        for reader, colour in zip(target_readings, ("primary", "muted"), strict=False)
    }
