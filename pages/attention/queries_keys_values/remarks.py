"""Sentences about how similar one row of Q, K or V is to the others of its head."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.attention.queries_keys_values.compute import find_most_similar_row
from ui.messages import N_, _
from ui.readings.reading import Token, token_name
from ui.words import format_with_sign

SIMILAR_THRESHOLD, SAME_DIRECTION_THRESHOLD = (
    0.5,
    0.9,
)  # cosines: from the first on, rows are called similar; from the second, the same direction
ROLES = ("Q", "K", "V")
SINGLE_ROW_SENTENCES = {
    "Q": N_(
        "There's only one query here. Switch heads to see its numbers change while X stays "
        "the same."
    ),
    "K": N_(
        "There's only one key here. Switch heads to see its numbers change while X stays the same."
    ),
    "V": N_(
        "There's only one value here. Switch heads to see its numbers change while X stays "
        "the same."
    ),
}
UNLIKE = {
    "Q": N_(
        "No other query in this head is much like the query of {word}. The closest is the query of "
        "{nearest}, with a cosine of **{cosine}**."
    ),
    "K": N_(
        "No other key in this head is much like the key of {word}. The closest is the key of "
        "{nearest}, with a cosine of **{cosine}**."
    ),
    "V": N_(
        "No other value in this head is much like the value of {word}. The closest is the value of "
        "{nearest}, with a cosine of **{cosine}**."
    ),
}
ALIKE = {
    "Q": N_(
        "In this head, the query of {word} is most similar to the query of {nearest} "
        "(cosine **{cosine}**)."
    ),
    "K": N_(
        "In this head, the key of {word} is most similar to the key of {nearest} (cosine "
        "**{cosine}**)."
    ),
    "V": N_(
        "In this head, the value of {word} is most similar to the value of {nearest} "
        "(cosine **{cosine}**)."
    ),
}
SAME = {
    "Q": N_(
        "In this head, the queries of {word} and {nearest} point almost the same way (cosine "
        "**{cosine}**)."
    ),
    "K": N_(
        "In this head, the keys of {word} and {nearest} point almost the same way (cosine "
        "**{cosine}**)."
    ),
    "V": N_(
        "In this head, the values of {word} and {nearest} point almost the same way (cosine "
        "**{cosine}**)."
    ),
}
CONSEQUENCES = {
    "Q": N_("Similar queries look for similar things."),
    "K": N_("The more alike two keys are, the harder it is for a query to tell them apart."),
    "V": N_(
        "The more alike two values are, the less it matters which of the two a word attends to."
    ),
}


def describe_takeaway(
    vectors: Float[Tensor, "position d_k"], tokens: Sequence[Token], row: int, matrix: str
) -> str:
    """Describe which other row of a head's Q, K or V is most similar, by cosine, to the chosen row.

    Args:
        vectors: queries, keys or values of one head, position x d_k.
        tokens: the token of each row.
        row: index of the chosen row.
        matrix: "Q", "K" or "V": which of them the vectors are.
    """
    if len(tokens) == 1:
        return _(SINGLE_ROW_SENTENCES[matrix])
    other, cosine = find_most_similar_row(vectors, row)
    how = (
        UNLIKE
        if cosine < SIMILAR_THRESHOLD
        else ALIKE
        if cosine < SAME_DIRECTION_THRESHOLD
        else SAME
    )
    text = _(how[matrix]).format(
        word=token_name(tokens, row),
        nearest=token_name(tokens, other),
        cosine=format_with_sign(cosine),
    )
    return f"{text} {_(CONSEQUENCES[matrix])}"
