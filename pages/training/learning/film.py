"""One sentence of the training film."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.readings.reading import Token


@dataclass(frozen=True)
class Film:
    """What the model made of one sentence at successive checkpoints of the training (frames).

    Args:
        source: source sentence.
        reference: reference translation whose loss and attention are shown.
        steps: training step of each frame.
        texts: the model's translation at each frame.
        losses: loss of the reference at each frame, in nats per token.
        weights: attention weights of all layers and heads, teacher-forced on the reference.
        queries: query tokens.
        keys: key tokens.
        languages: codes of source and target language.
    """

    source: str
    reference: str
    steps: Sequence[int]
    texts: Sequence[str]
    losses: Sequence[float]
    weights: Float[Tensor, "frame layer head query key"]
    queries: tuple[Token, ...]
    keys: tuple[Token, ...]
    languages: tuple[str, str] = ("", "")
