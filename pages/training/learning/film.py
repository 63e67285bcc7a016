"""What the film shows of one sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.readings.reading import Token


@dataclass(frozen=True)
class Film:
    """One sentence at successive steps of training.

    Args:
        source: what is translated.
        given: the translation whose loss and attention are shown.
        steps: of the frames.
        texts: what the model said at each.
        losses: of the given translation, in nats per token.
        weights: attention of all layers and heads while the given translation is read.
        queries: tokens that ask.
        keys: tokens that are read.
        languages: codes, of the sentence and of its translation.
    """

    source: str
    given: str
    steps: Sequence[int]
    texts: Sequence[str]
    losses: Sequence[float]
    weights: Float[Tensor, "frame layer head query key"]
    queries: tuple[Token, ...]
    keys: tuple[Token, ...]
    languages: tuple[str, str] = ("", "")
