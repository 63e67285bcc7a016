"""Fresh networks whose weights come from one generator, so that a seed alone decides them.

Torch's common source of chance belongs to all threads. Whoever seeds it, or puts it back, disturbs
what others measure at the same time.
"""

from collections.abc import Callable
from typing import TypeVar

import torch
from torch import nn

Network = TypeVar("Network", bound=nn.Module)


def build_empty(make: Callable[[], Network]) -> Network:
    """Build a network and leave all of its numbers to be set: nothing is drawn yet.

    Args:
        make: builds it; its constructors would draw from the common source.
    """
    with torch.device("meta"):  # shapes without numbers
        network = make()
    return network.to_empty(device="cpu")


def draw_uniform(network: Network, width: int, chance: torch.Generator) -> Network:
    """Draw all weights evenly from -1/√width to 1/√width, as PyTorch's own layers begin.

    Args:
        network: it is changed, and returned.
        width: numbers that each unit reads.
        chance: where the weights come from.
    """
    for parameter in network.parameters():
        nn.init.uniform_(parameter, -(width**-0.5), width**-0.5, chance)
    return network


def draw_normal(network: Network, seed: int) -> Network:
    """Draw the first weights of a small network from the seed alone, and return it.

    Torch's common source of chance is left alone: others may be training at the same time.
    """
    chance = torch.Generator().manual_seed(seed)
    for name, parameter in network.named_parameters():
        if parameter.dim() == 2:
            nn.init.normal_(parameter, std=parameter.shape[1] ** -0.5, generator=chance)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
    return network
