"""Alignment links between source and target, their crossings, and values by source token."""

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

CLEAR = 0.3  # from this value on, a row's largest weight counts as an alignment link


def find_alignment_links(rows: MemoryRows, quantity: str, layer: int, head: int) -> dict[int, int]:
    """Return a head's alignment links: the source token that each target token attends to most.

    There is a link only if the largest value is at least ``CLEAR``, and if neither of the two
    tokens is punctuation or a special token.

    Args:
        rows: the cross-attention; a row is a target token (or word), a column a source token.
        quantity: which values to compare, "weight" or "contribution".
        layer: index of the layer, from 0; the number of layers means the mean of all layers.
        head: index of the head, from 0; the number of heads means all heads together.

    Returns:
        Index of the row -> index of the column to which it is linked.
    """
    found = {}
    for row, weights in enumerate(rows.maps[quantity][layer, head]):
        column = int(weights.argmax())
        ends = rows.tokens[row], rows.columns[column]
        if weights[column] >= CLEAR and not any(t.special or is_punctuation(t) for t in ends):
            found[row] = column
    return found


def find_crossings(links: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the crossings of alignment links, where the translation reorders words.

    Two links cross if the earlier row is linked to the later column; links to the same column do
    not cross.

    Args:
        links: row -> column, from ``find_alignment_links``.

    Returns:
        Row of each link -> rows of the links that cross it; an empty list if none do.
    """
    return {
        row: [other for other in links if (row - other) * (end - links[other]) < 0]
        for row, end in links.items()
    }


def collect_link_facts(target_reading: TargetReading, selected: Selection) -> dict[str, object]:
    """Return the selected head's alignment links and tokens, as facts for the guided tour to check.

    Args:
        target_reading: the translation.
        selected: the selected quantity, layer, head and step.

    Returns:
        "lines": the links, row -> column. "row": index of the selected step's row. "names": text of
        each row's token. "ends": text of each column's token.
    """
    rows = target_reading.rows
    return {
        "lines": find_alignment_links(rows, selected.quantity, selected.layer, selected.head),
        "row": rows.row_by_step[selected.step],
        "names": [token.text for token in rows.tokens],
        "ends": [token.text for token in rows.columns],
    }


def find_corresponding_row(
    target_readings: Sequence[TargetReading], selected: Selection, row: int
) -> int:
    """Return the row of the second translation that corresponds to a row of the first one.

    Let s be the source token to which the given row attends most. The result is the row of the
    second translation that attends most to s.

    Args:
        target_readings: the first and the second translation.
        selected: the layer, head and quantity to compare.
        row: index of the row in the first translation.
    """
    first, second = (
        reader.rows.maps[selected.quantity][selected.layer, selected.head]
        for reader in target_readings
    )
    return int(second[:, int(first[row].argmax())].argmax())


def find_default_step(
    rows: MemoryRows, second_rows: MemoryRows | None, layer: int, head: int
) -> int:
    """Return the step, from 0, that is selected by default: if possible, one with reordered words.

    It is the step with the largest weight among those linked to a source token whose links cross
    others in one of the translations; without such a step, among all linked ones. The result is 0
    if there are no alignment links.

    Args:
        rows: cross-attention of the first translation, to which the step belongs.
        second_rows: cross-attention of the second translation, if there is one.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
    """
    own = find_alignment_links(rows, "weight", layer, head)
    if not own:
        return 0
    crossing = {own[row] for row, others in find_crossings(own).items() if others}
    there = find_alignment_links(second_rows, "weight", layer, head) if second_rows else {}
    crossing |= {there[row] for row, others in find_crossings(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_by_step.index(best)


def weight_and_contribution(
    target_reading: TargetReading, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return the attention weights and contributions at one step, for ``plot_source_bars``.

    Args:
        target_reading: the translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
        step: index of the step, from 0.

    Returns:
        "weight" and "contribution, as a share", in the interface's language -> (value of each
        source token, name of the bars' colour). A token's contribution is the norm of weight ×
        value × W_O, divided by the sum of these norms.
    """
    both = target_reading.rows.pieces
    return {
        _("weight"): (both["weight"][layer, head, step], "primary"),
        _("contribution, as a share"): (both["contribution"][layer, head, step], "Z"),
    }


def compute_value_norms(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return each source token's norm of value × W_O in one head, as dots of ``plot_source_bars``.

    Args:
        reading: the sentence and its translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.

    Returns:
        Label of the axis, norm of each source token, and name of the dots' colour.
    """
    values = reading.attention("cross", layer)["v"][0]
    lengths = head_parts(values, _output_projection(reading, layer))[head].norm(dim=-1)
    return _("length of value × W_O"), lengths, "V"


def contribution_norms(reading: Reading, layer: int, head: int, step: int) -> Tensor:
    """Return each source token's norm of weight × value × W_O, in one head at one step.
    Layer, head and step are indices from 0.
    """
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
    """Return the attention weight that each source token receives in all steps together.

    Args:
        target_readings: the translations shown.
        selected: the selected layer and head.

    Returns:
        Target language of each translation -> (sum of the weights on each source token, name of the
        bars' colour).
    """
    return {
        reader.language: (
            reader.rows.pieces["weight"][selected.layer, selected.head].sum(dim=0),
            colour,
        )
        for reader, colour in zip(target_readings, ("primary", "muted"), strict=False)
    }
