"""Which lines of the picture tell something: what the remarks point at."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.heads import contributions, head_parts
from model.parts import ATTENTIONS, part
from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.rows import MemoryRows, is_mark
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading

CLEAR = 0.3  # a row's strongest line counts from here on


def lines(rows: MemoryRows, shown: str, layer: int, head: int) -> dict[int, int]:
    """Return where the strongest line of each row goes: row -> column, where it is clear.

    Marks and end tokens, of which nobody would say that they cross, are left out.
    """
    found = {}
    for row, weights in enumerate(rows.maps[shown][layer, head]):
        column = int(weights.argmax())
        ends = rows.tokens[row], rows.columns[column]
        if weights[column] >= CLEAR and not any(t.special or is_mark(t) for t in ends):
            found[row] = column
    return found


def crossings(found: Mapping[int, int]) -> dict[int, list[int]]:
    """Return for each row the rows whose lines its own line crosses.

    Lines that end at the same place do not cross.
    """
    return {
        row: [other for other in found if (row - other) * (end - found[other]) < 0]
        for row, end in found.items()
    }


def line_data(reader: Reader, look: Look) -> dict[str, object]:
    """Return the clear lines of a look, the row of its step, and the names at both ends."""
    rows = reader.rows
    return {
        "lines": lines(rows, look.shown, look.layer, look.head),
        "row": rows.row_of[look.step],
        "names": [token.text for token in rows.tokens],
        "ends": [token.text for token in rows.columns],
    }


def partner(readers: Sequence[Reader], look: Look, row: int) -> int:
    """Return the second reader's row that reads most what a row of the first reads most."""
    first, second = (reader.rows.maps[look.shown][look.layer, look.head] for reader in readers)
    return int(second[:, int(first[row].argmax())].argmax())


def telling_step(rows: MemoryRows, other: MemoryRows | None, layer: int, head: int) -> int:
    """Return the step to begin with: a clear link that crosses another, in either translation.

    Of several, the one that is read most clearly.
    """
    own = lines(rows, "weight", layer, head)
    if not own:
        return 0
    crossing = {own[row] for row, others in crossings(own).items() if others}
    there = lines(other, "weight", layer, head) if other else {}
    crossing |= {there[row] for row, others in crossings(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_of.index(best)


def weight_and_contribution(
    reader: Reader, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return what one row takes of each source token, and what that adds: both sum to one."""
    both = reader.rows.pieces
    return {
        _("weight"): (both["weight"][layer, head, step], "primary"),
        _("contribution, as a share"): (both["contribution"][layer, head, step], "Z"),
    }


def value_lengths(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return how long the vector is that each source token has to give to one head."""
    values = reading.attention("cross", layer)["v"][0]
    lengths = head_parts(values, _output_projection(reading, layer))[head].norm(dim=-1)
    return _("length of value × W_O"), lengths, "V"


def contribution_norms(reading: Reading, layer: int, head: int, step: int) -> Tensor:
    """Return how long the vector is that one row adds for each source token."""
    attention, W_O = reading.attention("cross", layer), _output_projection(reading, layer)
    alone, __ = contributions(attention["weights"][0], attention["v"][0], W_O)
    return alone[head, step]


def _output_projection(reading: Reading, layer: int) -> Tensor:
    """Return W_O of a layer's cross-attention, as the changes of a reading leave it."""
    model = session.glass().network_with(reading.changes)
    path = ATTENTIONS["cross"].format(layer)
    return part(model, path, MultiHeadAttention).W_O.weight.detach()


def total_read(readers: Sequence[Reader], look: Look) -> dict[str, tuple[Tensor, str]]:
    """Return how much weight each source token receives, all steps together."""
    return {
        reader.language: (reader.rows.pieces["weight"][look.layer, look.head].sum(dim=0), colour)
        for reader, colour in zip(readers, ("primary", "muted"), strict=False)
    }
