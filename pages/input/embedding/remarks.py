"""What the embedding page says about this very sentence."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import SPACE, Tokenizer
from ui.readings.reading import Token, quote
from ui.words import percent, with_sign

BARELY = 0.1  # a cosine that is higher by less is hardly more than that of any two rows


def plain_piece(piece: str) -> str:
    """Return a piece as it stands in a sentence, without the mark of the space before it."""
    return piece.removeprefix(SPACE) or SPACE


def look_for(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, token: Token, row: int
) -> str:
    """Say what the place of a row in the matrix means, and what stands nearest to it.

    Args:
        E: vocabulary x d_model.
        tokenizer: names its rows.
        token: the one that was looked up.
        row: its id.
    """
    beside = [other for other in (row - 1, row + 1) if 0 <= other < len(E)]
    [alike] = neighbours.cosines(E, E[[row]])
    [best, cosine] = next(
        found for found in neighbours.nearest(alike.unsqueeze(0), 2)[0] if found[0] != row
    )
    ids = (row, best, *beside)
    own, near, *others = quote(tokenizer.pieces(ids))
    picks = (
        f"{own.replace(plain_piece(tokenizer.pieces([row])[0]), token.text, 1)} picks row {row:,}."
    )
    if not token.known:
        picks = f"“{token.text}” is unknown and picks row {row:,}, that of all unknown characters."
    values = " and ".join(with_sign(alike[other].item()) for other in beside)
    rows = "rows beside it" if len(beside) > 1 else "row beside it"
    have = "have cosines" if len(beside) > 1 else "has a cosine"
    return (
        f"{picks} Ids follow the tokenizer, not meaning: the {rows}, {' and '.join(others)}, "
        f"{have} of {values} with it. Any two rows have {neighbours.by_chance(E):.2f} on average. "
        f"The most similar of all {len(E):,} rows is {near}, with {cosine:.2f}"
        f"{_case(tokenizer.pieces([row, best]))}"
        f"{', hardly more than any two' if cosine < neighbours.by_chance(E) + BARELY else ''}."
    )


def _case(pieces: Sequence[str]) -> str:
    """Say so if two pieces differ by a capital letter only."""
    one, other = (plain_piece(piece) for piece in pieces)
    only = one != other and one.lower() == other.lower()
    return " (they differ by a capital letter)" if only else ""


def length_remark(
    rows: Float[Tensor, " token"],
    scaled: Float[Tensor, " token"],
    positions: Float[Tensor, " token"],
    E: Float[Tensor, "vocab d_model"],
) -> str:
    """Compare the lengths of the sentence's vectors with those of the positions and of all E."""
    row, word, place = (float(lengths.mean()) for lengths in (rows, scaled, positions))
    every = E.norm(dim=-1)
    return (
        f"In this sentence the rows are **{row:.2f}** long on average, and **{word:.2f}** after "
        f"scaling. The positional vectors are **{place:.2f}** long. Unscaled, a position would be "
        f"{place / row:.1f} times as long as the word it is added to; scaled, it is "
        f"{place / word:.2f} times as long. The shortest of all {len(E):,} rows is "
        f"{every.min():.2f} long. The longest has {every.max():.2f}, and the mean is "
        f"{every.mean():.2f}."
    )


def translated_remark(
    E: Float[Tensor, "vocab d_model"], source: Sequence[int], target: Sequence[int], count: int
) -> str:
    """Say how many pieces of the translation stand near the sentence's own.

    Args:
        E: vocabulary x d_model.
        source: ids of the sentence.
        target: ids of the translation.
        count: how many nearest rows of each source token are looked at.
    """
    others = set(target) - set(source)
    if not others:
        return "The translation has no token that your sentence does not have."
    alike = neighbours.cosines(E, E[list(source)])
    near = {row for rows in neighbours.nearest(alike, count + 1) for row, _ in rows}
    found = len(others & near)
    return (
        f"Tokens that only the translation has: {len(others)}. Of these, **{found or 'none'}** "
        f"{'stands' if found == 1 else 'stand'} among the {count} nearest rows of some token of "
        "your sentence. No rule made any two rows alike. The model learned from pairs of texts "
        "that mean the same, and was only ever asked for the next token."
    )


def map_note(share: float, count: int) -> str:
    """Say what the map shows of the rows, and what its signs mean."""
    return (
        f"The map shows {count} tokens: filled ones are of your sentence or added, square ones of "
        f"the translation. It keeps {percent(share)} of the differences between their directions "
        "(the two in which they differ most, PCA). So points can lie close without being near; the "
        "lines and the list tell. Dotted is the average of any two rows. The list's bars go from 0 "
        "to 1."
    )


def logit_remark(
    recorded: float, x: Float[Tensor, " d_model"], row: Float[Tensor, " d_model"]
) -> str:
    """Compare the sum of the products with what the pass recorded."""
    return (
        f"The {len(row)} products add up to **{with_sign((x @ row).item(), 3)}**. The logit that "
        f"the pass recorded is **{with_sign(recorded, 3)}**."
    )


def component(
    row: Float[Tensor, " d_model"], position: Float[Tensor, " d_model"], pos: int, i: int
) -> str:
    """Write one component of what enters the first layer out in numbers.

    Args:
        row: of E.
        position: the positional encoding that is added.
        pos: the position, from 0.
        i: the component, from 0.
    """
    root = math.sqrt(len(row))
    value, place = row[i].item(), position[i].item()
    sign = "-" if place < 0 else "+"
    return (
        rf"x_{{{pos},{i + 1}}} = {value:.4f} \cdot {root:g} {sign} {abs(place):.3f} = "
        rf"{value * root + place:.3f}"
    )


def share_remark(parts: dict[str, int]) -> str:
    """Say how much of the model E is, and what two more such matrices would cost."""
    matrix, total = parts["embedding matrix E"], sum(parts.values())
    return (
        f"E holds **{percent(matrix / total, 1)}** of this model's **{total / 1e6:.2f} million** "
        f"parameters. With a matrix of its own for each of the three places it would have "
        f"{(total + 2 * matrix) / 1e6:.2f} million."
    )
