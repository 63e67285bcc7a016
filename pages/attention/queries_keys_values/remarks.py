"""What can be said of one row of Q, K or V, for this very sentence."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.attention.queries_keys_values.compute import most_alike
from ui.readings.reading import Token, name_of
from ui.words import with_sign

ALIKE, SAME = 0.5, 0.9  # cosines: below, no row is called alike; from there on, the same way
NOUNS = {"Q": "query", "K": "key", "V": "value"}
CONSEQUENCES = {
    "Q": "The more similar two queries are, the more similar is what they look for.",
    "K": "The more similar two keys are, the less a query can tell them apart.",
    "V": "The more similar two values are, the less it matters which of them a word takes.",
}


def look_for(
    result: Float[Tensor, "position d_k"], tokens: Sequence[Token], place: int, matrix: str
) -> str:
    """Say which other row of a head's Q, K or V is most like the chosen one.

    Args:
        result: position x d_k.
        tokens: of its rows.
        place: of the chosen row.
        matrix: Q, K or V.
    """
    noun = NOUNS[matrix]
    if len(tokens) == 1:
        return (
            f"There is only one {noun} here. Switch heads, and its numbers change, but X does not."
        )
    other, cosine = most_alike(result, place)
    word, nearest = name_of(tokens, place), name_of(tokens, other)
    number = f"**{with_sign(cosine)}**"
    if cosine < ALIKE:
        return (
            f"The {noun} of {word} is not much like any other in this head. The nearest one, that "
            f"of {nearest}, has a cosine of {number} with it. {CONSEQUENCES[matrix]}"
        )
    alike = "points nearly the same way as" if cosine >= SAME else "is most like"
    return (
        f"In this head the {noun} of {word} {alike} that of {nearest} (cosine {number}). "
        f"{CONSEQUENCES[matrix]}"
    )
