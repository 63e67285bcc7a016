"""What can be said of one row of Q, K or V, for this very sentence."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.attention.queries_keys_values.compute import most_alike
from ui.messages import N_, _
from ui.readings.reading import Token, name_of
from ui.words import with_sign

LIKE_FROM, SAME_FROM = (
    0.5,
    0.9,
)  # cosines: below, no row is called alike; from there on, the same way
ROLES = ("Q", "K", "V")
ONE = {
    "Q": N_("There is only one query here. Switch heads, and its numbers change, but X does not."),
    "K": N_("There is only one key here. Switch heads, and its numbers change, but X does not."),
    "V": N_("There is only one value here. Switch heads, and its numbers change, but X does not."),
}
UNLIKE = {
    "Q": N_(
        "The query of {word} is not much like any other in this head. The nearest one, that of "
        "{nearest}, has a cosine of **{cosine}** with it."
    ),
    "K": N_(
        "The key of {word} is not much like any other in this head. The nearest one, that of "
        "{nearest}, has a cosine of **{cosine}** with it."
    ),
    "V": N_(
        "The value of {word} is not much like any other in this head. The nearest one, that of "
        "{nearest}, has a cosine of **{cosine}** with it."
    ),
}
ALIKE = {
    "Q": N_(
        "In this head the query of {word} is most like that of {nearest} (cosine **{cosine}**)."
    ),
    "K": N_("In this head the key of {word} is most like that of {nearest} (cosine **{cosine}**)."),
    "V": N_(
        "In this head the value of {word} is most like that of {nearest} (cosine **{cosine}**)."
    ),
}
SAME = {
    "Q": N_(
        "In this head the query of {word} points nearly the same way as that of {nearest} (cosine "
        "**{cosine}**)."
    ),
    "K": N_(
        "In this head the key of {word} points nearly the same way as that of {nearest} (cosine "
        "**{cosine}**)."
    ),
    "V": N_(
        "In this head the value of {word} points nearly the same way as that of {nearest} (cosine "
        "**{cosine}**)."
    ),
}
CONSEQUENCES = {
    "Q": N_("The more similar two queries are, the more similar is what they look for."),
    "K": N_("The more similar two keys are, the less a query can tell them apart."),
    "V": N_("The more similar two values are, the less it matters which of them a word takes."),
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
    if len(tokens) == 1:
        return _(ONE[matrix])
    other, cosine = most_alike(result, place)
    how = UNLIKE if cosine < LIKE_FROM else ALIKE if cosine < SAME_FROM else SAME
    text = _(how[matrix]).format(
        word=name_of(tokens, place), nearest=name_of(tokens, other), cosine=with_sign(cosine)
    )
    return f"{text} {_(CONSEQUENCES[matrix])}"
