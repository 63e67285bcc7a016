"""The step that the page begins with."""

from collections.abc import Sequence

from jaxtyping import Int
from torch import Tensor

from ui.readings.reading import Token


def find_early_word(depths: Int[Tensor, " step"], tokens: Sequence[Token]) -> int:
    """Return the step, from 0, whose word leads from the lowest layer on; 0 without any words.

    Only tokens that begin a word count, and of several, the first.

    Args:
        depths: for each step, the layer from which its token leads to the end.
        tokens: the token of each step.
    """
    words = [
        step
        for step, token in enumerate(tokens)
        if not (token.special or token.joined) and any(map(str.isalpha, token.text))
    ]
    return min(words, key=lambda step: int(depths[step]), default=0)
