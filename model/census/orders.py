"""The order in which heads are silenced: the least important first, or at random."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import SilencedHead
from model.config import ModelConfig
from model.parts import ATTENTIONS

GROUPS = ("all", *ATTENTIONS)


def list_heads(config: ModelConfig, group: str = "all") -> list[SilencedHead]:
    """Return all heads of a group, "all", "encoder", "decoder" or "cross", layer by layer."""
    kinds = ATTENTIONS if group == "all" else (group,)
    return [
        SilencedHead(kind, layer, head)
        for kind in kinds
        for layer in config.layers(kind)
        for head in range(config.h)
    ]


def least_important_first(
    importance: Float[Tensor, "attention layer head"], config: ModelConfig, group: str = "all"
) -> list[SilencedHead]:
    """Return the heads of a group, sorted by importance, the least important first.

    Args:
        importance: importance of every head.
        config: the model's configuration.
        group: "all", "encoder", "decoder" or "cross".
    """
    kinds = list(ATTENTIONS)
    return sorted(
        list_heads(config, group),
        key=lambda one: importance[kinds.index(one.attention), one.layer, one.head].item(),
    )


def random_head_order(config: ModelConfig, group: str, seed: int) -> list[SilencedHead]:
    """Return the heads of a group in a random order that is the same for the same seed.

    Args:
        config: the model's configuration.
        group: "all", "encoder", "decoder" or "cross".
        seed: seed of the order.
    """
    some = list_heads(config, group)
    order = torch.randperm(len(some), generator=torch.Generator().manual_seed(seed))
    return [some[place] for place in order.tolist()]


def make_head_gates(
    head_sets: Sequence[Sequence[SilencedHead]], config: ModelConfig
) -> Float[Tensor, "batch attention layer head"]:
    """Return a batch of head gates, one entry for each set: 0 for its heads, 1 for all others.

    Gates for layers that a stack lacks have no effect.
    """
    kinds = list(ATTENTIONS)
    shape = len(head_sets), len(kinds), config.max_depth, config.h
    result = torch.ones(shape, dtype=torch.float32, device="cpu")
    for row, some in enumerate(head_sets):
        for one in some:
            result[row, kinds.index(one.attention), one.layer, one.head] = 0
    return result


def silenced_prefix_length(
    order: Sequence[SilencedHead], silenced: Sequence[SilencedHead]
) -> int | None:
    """Return n if the silenced heads, in any order, are the first n of ``order``; else None."""
    count = len(silenced)
    return count if set(order[:count]) == set(silenced) else None
