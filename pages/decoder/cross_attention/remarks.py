"""What can be said, of this very sentence, about who reads what from the memory."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.decoder.cross_attention.lines import CLEAR, crossings, lines, partner
from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.rows import Choices, silent_heads
from ui.readings.reading import Reading, told_apart
from ui.words import size

FEW = 2
HALF = 0.5  # of a row
ROWS = {"writes": "the row that predicts the word", "reads": "the row that reads the word"}
VERBS = {"weight": "looks at", "contribution": "gains from"}


def name_choices(now: Choices, usual: Choices) -> str:
    """Name what is chosen otherwise than usual, as it stands behind a button; "" if nothing is."""
    named = {
        ROWS[now.shift]: now.shift != usual.shift,
        "whole words": now.whole,
        "the end token shown": not now.hide_end,
        "punctuation hidden": now.hide_marks,
        "rows sum to 1 again": now.renormalise,
    }
    return ", ".join(name for name, otherwise in named.items() if otherwise)


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
    return f" But **{share:.2f}** of the row, more than half, is on tokens that are hidden here."


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
        if weights[column] < CLEAR:
            return f"{begin}, but that is too little to call it a link."
        return f"{begin}, but no line is drawn, as it links no two words."
    others = crossings(found)[row]
    if not others:
        return f"{begin}, and its line crosses no other."
    lines_of = "that of" if len(others) == 1 else "those of"
    names = _list([named[other] for other in others])
    return f"{begin}, and its line **crosses** {lines_of} {names}."


def _all(readers: Sequence[Reader], look: Look) -> str:
    counts = []
    for reader in readers:
        found = lines(reader.rows, look.shown, look.layer, look.head)
        pairs = sum(map(len, crossings(found).values())) // 2
        counts.append(f"{reader.language} has {pairs or 'none'}")
    return f"Of pairs of lines that cross, {' and '.join(counts)}.{_unread(readers[0], look)}"


def _unread(reader: Reader, look: Look) -> str:
    """Name the source words that no row reads most, if they are few: they may go untranslated."""
    weights = reader.rows.maps[look.shown][look.layer, look.head]
    read = set(weights.argmax(dim=-1).tolist())
    columns = reader.rows.columns
    missed = [
        name
        for column, name in enumerate(told_apart(columns))
        if column not in read
        and any(map(str.isalnum, columns[column].text))
        and not columns[column].special
    ]
    verb = VERBS[look.shown]
    if len(missed) == 1:
        return f" No {reader.language} word {verb} {missed[0]} most. Perhaps it is left out."
    if 1 < len(missed) <= FEW:
        named = " or ".join(missed)
        return f" No {reader.language} word {verb} {named} most. Perhaps they are left out."
    return ""


def same_memory(readers: Sequence[Reader]) -> str:
    """Say whether both translations read the very same numbers."""
    memories = [reader.reading.trace["memory"][0] for reader in readers]
    rows, width = memories[0].shape
    shape = f"{rows} × {width}"
    if len(memories) == 1:
        return f"Here it has {shape} numbers. Choose a second language above to see it read twice."
    apart = (memories[0] - memories[1]).abs().max().item()
    names = " and ".join(reader.language for reader in readers)
    verdict = "not one differs" if apart == 0 else f"they differ by up to {size(apart)}"
    return f"{names} read a memory of {shape} numbers. Compared one by one, **{verdict}**."


def numbers(
    reading: Reading, layer: int, head: int, step: int, lengths: Float[Tensor, " source"]
) -> str:
    """Return the formula of the strongest weight of a row with its numbers, in LaTeX.

    Args:
        reading: whose row it is.
        layer: of the row, from 0.
        head: of the row, from 0.
        step: of the row, from 0.
        lengths: of the vectors that the row adds, one for each source token.
    """
    attention = reading.attention("cross", layer)
    scores, weights = (attention[name][0, head, step] for name in ("scores", "weights"))
    key = int(weights.argmax())
    d_k = attention["q"].shape[-1]
    product = scores[key].item() * math.sqrt(d_k)
    added = f"{lengths[key]:.3f}"
    if head in silent_heads(reading, layer):
        added = r"0 \text{: the head is switched off}"
    return (
        r"\begin{gathered}"
        rf"p = \mathrm{{softmax}}\left(\tfrac{{q \cdot k}}{{\sqrt{{{d_k}}}}}\right)"
        rf" = \frac{{e^{{{product:.2f}/\sqrt{{{d_k}}}}}}}{{\sum_j e^{{x_j}}}}"
        rf" = {weights[key]:.3f} \\[6pt]"
        rf"\lVert p\, v\, W_O \rVert = {added}"
        r"\end{gathered}"
    )


def row_named(reader: Reader, layer: int, head: int, step: int) -> str:
    """Say which row, and whether the largest contribution comes from where the weight is."""
    reading, both = reader.reading, reader.rows.pieces
    weight, contribution = (both[name][layer, head, step] for name in ("weight", "contribution"))
    most, real = int(weight.argmax()), int(contribution.argmax())
    given, written = told_apart(reading.target)[step], told_apart(reading.output)[step]
    row = f"Layer {layer + 1}, head {head + 1}, the row that was given {given} for {written}"
    names = [told_apart(reading.source)[place] for place in (most, real)]
    if not contribution.any():
        return f"{row}: the head is switched off and adds nothing."
    if most == real:
        return (
            f"{row}: most weight goes to {names[0]} ({weight[most]:.3f}). It adds most, too, "
            f"**{contribution[real]:.3f}** of all lengths."
        )
    return (
        f"{row}: most weight goes to {names[0]} ({weight[most]:.3f}), **but {names[1]} adds "
        f"most**, {contribution[real]:.3f} of all lengths."
    )


def _list(names: list[str]) -> str:
    if len(names) > 3:
        names = [*names[:3], f"{len(names) - 3} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
