"""Initialize networks from one explicit generator, so that a seed alone decides the weights.

Torch's global generator is shared by all threads. Seeding or restoring it would disturb what others
measure at the same time.
"""

from collections.abc import Callable
from typing import TypeVar

import torch
from torch import nn

Network = TypeVar("Network", bound=nn.Module)


def build_uninitialized(factory: Callable[[], Network]) -> Network:
    """Build a network with uninitialized weights; torch's global generator is not used.

    Args:
        factory: builds the network. If it were called directly, the constructors of the layers
            would draw their weights from the global generator.
    """
    with torch.device("meta"):  # shapes without numbers
        network = factory()
    return network.to_empty(device="cpu")


def initialize_uniform(network: Network, layer_width: int, generator: torch.Generator) -> Network:
    """Draw all weights uniformly from ±1/√layer_width, as PyTorch's layers do; return the network.

    Args:
        network: changed in place.
        layer_width: inputs of each unit (fan-in).
        generator: the generator.
    """
    for parameter in network.parameters():
        nn.init.uniform_(parameter, -(layer_width**-0.5), layer_width**-0.5, generator)
    return network


def initialize_normal(network: Network, seed: int) -> Network:
    """Draw matrices from N(0, 1/fan-in) with a seed, set biases to zero; return the network.

    Torch's global generator is left alone: others may be training at the same time.
    """
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in network.named_parameters():
        if parameter.dim() == 2:
            nn.init.normal_(parameter, std=parameter.shape[1] ** -0.5, generator=generator)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
    return network
