"""What can be said, of this very sentence, about who reads what from the memory."""

import math
from collections.abc import Mapping, Sequence

from torch import Tensor

from model.measures.heads import contributions, head_parts
from pages.decoder.cross_attention.rows import MemoryRows, is_mark, silenced
from pages.decoder.cross_attention.views.memory_view import Look, Reader
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Reading, told_apart

FEW = 2
CLEAR = 0.3  # a row's strongest line counts from here on
HALF = 0.5  # of a row
VERBS = {"weight": "reads", "contribution": "gains from"}


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


def crossed(found: Mapping[int, int]) -> dict[int, list[int]]:
    """Return for each row the rows whose lines its own line crosses.

    Lines that end at the same place do not cross.
    """
    return {
        row: [other for other in found if (row - other) * (end - found[other]) < 0]
        for row, end in found.items()
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
    crossing = {own[row] for row, others in crossed(own).items() if others}
    there = lines(other, "weight", layer, head) if other else {}
    crossing |= {there[row] for row, others in crossed(there).items() if others}
    weights = rows.maps["weight"][layer, head]
    best = max(own, key=lambda row: (own[row] in crossing, weights[row].max().item()))
    return rows.row_of.index(best)


def look_for(readers: Sequence[Reader], look: Look) -> str:
    """Say what the current word reads, and which lines cross."""
    first, *others = readers
    row = first.rows.row_of[look.step]
    column = int(first.rows.maps[look.shown][look.layer, look.head][row].argmax())
    read, verb = told_apart(first.rows.columns)[column], VERBS[look.shown]
    if read == told_apart(first.rows.tokens)[row]:
        read += " (in the source)"
    parts = [_row(first, look, row, f"{verb} **{read}** most", column) + _aside(first, look, row)]
    for other in others:
        at = partner(readers, look, row)
        parts.append(f"In {other.language}, {_row(other, look, at, f'{verb} it most', column)}")
    return " ".join([*parts, _all(readers, look)])


def _aside(reader: Reader, look: Look, row: int) -> str:
    """Say what a row reads of the tokens that are not shown, where that is more than half."""
    share = reader.rows.hidden[look.shown][look.layer, look.head, row].item()
    if share <= HALF:
        return ""
    return f" That is of the tokens shown: **{share:.2f}** of the row is on what is hidden."


def _row(reader: Reader, look: Look, row: int, reads: str, column: int) -> str:
    """Say how a row reads a column, and which lines it crosses if that is its strongest line."""
    rows = reader.rows
    weights = rows.maps[look.shown][look.layer, look.head][row]
    named = told_apart(rows.tokens)
    if not weights.any():
        return f"{named[row]} {VERBS[look.shown]} none of the tokens shown."
    begin = f"{named[row]} {reads} ({weights[column]:.2f})"
    strongest = int(weights.argmax())
    if strongest != column:
        more = f"{told_apart(rows.columns)[strongest]} ({weights[strongest]:.2f})"
        return f"{begin}, but {VERBS[look.shown]} {more} more."
    found = lines(rows, look.shown, look.layer, look.head)
    if row not in found:
        why = "too faint to call it a link" if weights[column] < CLEAR else "no link between words"
        return f"{begin}: {why}."
    others = crossed(found)[row]
    if not others:
        return f"{begin}, and its line crosses no other."
    lines_of = "that of" if len(others) == 1 else "those of"
    names = _list([named[other] for other in others])
    return f"{begin}, and its line **crosses** {lines_of} {names}."


def _all(readers: Sequence[Reader], look: Look) -> str:
    counts = []
    for reader in readers:
        found = lines(reader.rows, look.shown, look.layer, look.head)
        pairs = sum(map(len, crossed(found).values())) // 2
        counts.append(f"{reader.language} {pairs or 'none'}")
    return f"Pairs of strongest lines that cross: {', '.join(counts)}.{_unread(readers[0], look)}"


def _unread(reader: Reader, look: Look) -> str:
    """Name the source words that no row reads most, if they are few: they may go untranslated."""
    weights = reader.rows.maps[look.shown][look.layer, look.head]
    read = set(weights.argmax(dim=-1).tolist())
    columns = reader.rows.columns
    missed = [
        name
        for column, name in enumerate(told_apart(columns))
        if column not in read and not (columns[column].special or is_mark(columns[column]))
    ]
    few, verb = 0 < len(missed) <= FEW, VERBS[look.shown]
    return f" No {reader.language} row {verb} {' or '.join(missed)} most." if few else ""


def same_memory(readers: Sequence[Reader]) -> str:
    """Say whether both translations read the very same numbers."""
    memories = [reader.reading.trace["memory"][0] for reader in readers]
    rows, width = memories[0].shape
    size = f"{rows} × {width}"
    if len(memories) == 1:
        return f"Here it has {size} numbers. Choose a second language above to see it read twice."
    apart = (memories[0] - memories[1]).abs().max().item()
    names = " and ".join(reader.language for reader in readers)
    verdict = "not one differs" if apart == 0 else f"they differ by up to {apart:.1e}"
    return (
        f"Measured here: the memory that was read for {names}, {size} numbers each, compared "
        f"number by number: **{verdict}**."
    )


def numbers(reading: Reading, layer: int, head: int, step: int) -> str:
    """Return the formula of the strongest weight of a row with its numbers, in LaTeX."""
    attention = reading.attention("cross", layer)
    scores, weights = (attention[name][0, head, step] for name in ("scores", "weights"))
    key = int(weights.argmax())
    d_k = attention["q"].shape[-1]
    product = scores[key].item() * math.sqrt(d_k)
    model = session.changed_model(reading.changes)
    module = model.get_submodule(ATTENTIONS["cross"].format(layer))
    alone, _ = contributions(attention["weights"][0], attention["v"][0], module.W_O.weight.detach())
    added = f"{alone[head, step, key]:.3f}"
    if head in silenced(reading, layer):
        added = r"0 \text{: the head is silenced}"
    return (
        r"\begin{gathered}"
        rf"p = \mathrm{{softmax}}\left(\tfrac{{q \cdot k}}{{\sqrt{{{d_k}}}}}\right)"
        rf" = \frac{{e^{{{product:.2f}/\sqrt{{{d_k}}}}}}}{{\sum_j e^{{x_j}}}}"
        rf" = {weights[key]:.3f} \\[6pt]"
        rf"\lVert p\, v\, W_O \rVert = {added}"
        r"\end{gathered}"
    )


def weight_and_contribution(
    reader: Reader, layer: int, head: int, step: int
) -> dict[str, tuple[Tensor, str]]:
    """Return what one row takes of each source token, and what that adds: both sum to one."""
    both = reader.rows.pieces
    return {
        "weight": (both["weight"][layer, head, step], "primary"),
        "contribution, as a share": (both["contribution"][layer, head, step], "Z"),
    }


def row_named(reader: Reader, layer: int, head: int, step: int) -> str:
    """Say which row, and whether the largest contribution comes from where the weight is."""
    reading, both = reader.reading, reader.rows.pieces
    weight, contribution = (both[name][layer, head, step] for name in ("weight", "contribution"))
    most, real = int(weight.argmax()), int(contribution.argmax())
    given, written = told_apart(reading.target)[step], told_apart(reading.output)[step]
    row = f"Layer {layer + 1}, head {head + 1}, the row that was given {given} and writes {written}"
    names = [told_apart(reading.source)[place] for place in (most, real)]
    if not contribution.any():
        return f"{row}: the head is silenced, nothing is added."
    if most == real:
        return (
            f"{row}: most weight goes to {names[0]} ({weight[most]:.3f}), and most is added by it, "
            f"too: **{contribution[real]:.3f}** of all lengths."
        )
    return (
        f"{row}: most weight goes to {names[0]} ({weight[most]:.3f}), **but most is added by "
        f"{names[1]}**: {contribution[real]:.3f} of all lengths."
    )


def value_lengths(reading: Reading, layer: int, head: int) -> tuple[str, Tensor, str]:
    """Return how long the vector is that each source token has to give to one head."""
    values = reading.attention("cross", layer)["v"][0]
    model = session.changed_model(reading.changes)
    module = model.get_submodule(ATTENTIONS["cross"].format(layer))
    lengths = head_parts(values, module.W_O.weight.detach())[head].norm(dim=-1)
    return "length of value × W_O", lengths, "V"


def total_read(readers: Sequence[Reader], look: Look) -> dict[str, tuple[Tensor, str]]:
    """Return how much weight each source token receives, all steps together."""
    return {
        reader.language: (reader.rows.pieces["weight"][look.layer, look.head].sum(dim=0), colour)
        for reader, colour in zip(readers, ("primary", "muted"), strict=False)
    }


def _list(names: list[str]) -> str:
    if len(names) > 3:
        names = [*names[:3], f"{len(names) - 3} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
