"""The decoder without its encoder: what it says when cross-attention brings it nothing."""

from collections.abc import Callable, Iterable, Sequence

import torch

from model.changes.kinds import RemovedPart, edits
from model.config import ModelConfig
from model.decoding import Step, sample
from model.tokenizer import EOS
from model.trace import editing
from model.transformer import Transformer

LONGEST = 40  # tokens that it may say of itself


def deaf(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that let no cross-attention add anything."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


def speak(
    model: Transformer,
    start: int,
    prefix: Sequence[int],
    count: int,
    seed: int,
    temperature: float,
    watched: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Let the decoder write by chance, from its own habits alone.

    Args:
        model: the trained network.
        start: the start token of a language.
        prefix: ids that every text begins with: a prompt.
        count: texts.
        seed: decides them.
        temperature: below 1 likely tokens become likelier.
        watched: passes the steps on; it may end them.

    Returns:
        Ids of each text, beginning included; one that found no end is cut.
    """
    chance = torch.Generator().manual_seed(seed)
    said: list[list[int]] = [[] for _ in range(count)]
    # What stands in the source is never read: an end token keeps the shapes in order.
    with editing(model, edits(model, deaf(model.config))):
        steps = sample(model, [[EOS]] * count, [start] * count, chance, temperature, prefix=prefix)
        for length, step in enumerate(watched(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == LONGEST + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]
