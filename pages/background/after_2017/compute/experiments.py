"""Experiments: the decoder without its encoder, and dropout left on.

Dropout sits on the sum of embedding and position and on the output of every sub-layer (section
5.4). Here it is an edit, so that nobody else's model changes, and its numbers come from a generator
of its own: the same seed drops the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import torch
from torch import Tensor

from model.changes.kinds import RemovedPart, edits
from model.config import ModelConfig
from model.decoding import Sampling, Step, sample
from model.tokenizer import EOS
from model.trace import Edit, editing, named_taps
from model.transformer import Transformer

LONGEST = 40  # tokens that the decoder may say of itself
DROPPED = (".embedding.output", ".sublayer")  # taps with a dropout beside them


def deaf(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that let no cross-attention add anything."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


def speak(
    model: Transformer,
    starts: Sequence[int],
    prefix: Sequence[int],
    chance: torch.Generator,
    temperature: float,
    watched: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Let the decoder write by chance, from its own habits alone.

    Args:
        model: the trained network.
        starts: of each text, the start token of a language.
        prefix: ids that every text begins with: a prompt.
        chance: decides what is drawn.
        temperature: below 1 likely tokens become likelier.
        watched: passes the steps on; it may end them.

    Returns:
        Ids of each text, beginning included; one that found no end is cut.
    """
    said: list[list[int]] = [[] for _ in starts]
    # What stands in the source is never read: an end token keeps the shapes in order.
    with editing(model, edits(model, deaf(model.config))):
        sampling, silence = Sampling(temperature), [[EOS]] * len(starts)
        steps = sample(model, silence, starts, chance, sampling, prefix)
        for length, step in enumerate(watched(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == LONGEST + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]


def dropout(model: Transformer, P_drop: float, seed: int) -> Mapping[str, Edit]:
    """Return edits that drop a share of the numbers and scale the rest, as in training.

    Args:
        model: to be edited.
        P_drop: the share, below 1.
        seed: decides which.
    """
    chance = torch.Generator().manual_seed(seed)

    def drop(values: Tensor) -> Tensor:
        return values * (torch.rand(values.shape, generator=chance) >= P_drop) / (1 - P_drop)

    return {name: drop for name in named_taps(model) if name.endswith(DROPPED)}
