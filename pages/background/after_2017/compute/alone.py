"""The decoder without its encoder: what it says when cross-attention brings it nothing."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch

from model.changes.kinds import RemovedPart, edits
from model.config import ModelConfig
from model.decoding import Sampling, Step, sample
from model.tokenizer import EOS
from model.trace import editing
from model.transformer import Transformer

LONGEST = 40  # tokens that it may say of itself


def deaf(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that let no cross-attention add anything."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


@dataclass(frozen=True)
class Draws:
    """Texts that are drawn by chance.

    Args:
        count: of the texts.
        seed: decides them.
        temperature: below 1 likely tokens become likelier.
    """

    count: int
    seed: int
    temperature: float


def speak(
    model: Transformer,
    start: int,
    prefix: Sequence[int],
    draws: Draws,
    watched: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Let the decoder write by chance, from its own habits alone.

    Args:
        model: the trained network.
        start: the start token of a language.
        prefix: ids that every text begins with: a prompt.
        draws: how many texts are drawn, and how.
        watched: passes the steps on; it may end them.

    Returns:
        Ids of each text, beginning included; one that found no end is cut.
    """
    count, chance = draws.count, torch.Generator().manual_seed(draws.seed)
    said: list[list[int]] = [[] for _ in range(count)]
    # What stands in the source is never read: an end token keeps the shapes in order.
    with editing(model, edits(model, deaf(model.config))):
        sampling = Sampling(draws.temperature)
        steps = sample(model, [[EOS]] * count, [start] * count, chance, sampling, prefix)
        for length, step in enumerate(watched(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == LONGEST + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]
