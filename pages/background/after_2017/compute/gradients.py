"""What becomes of a gradient on its way down one stack of fresh layers, post-norm and pre-norm."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.fresh_stacks import D_MODEL, POSITIONS, POST, PRE, fresh_layers, journey


def gradients(N: int, seed: int) -> dict[str, Float[Tensor, " depth"]]:
    """Return the length of a gradient before the lowest layer and after each, by kind of stack.

    Args:
        N: layers, their weights drawn after Glorot and Bengio at full size.
        seed: of the weights, of the positions that enter and of the gradient.
    """
    chance = torch.Generator().manual_seed(seed)
    layers = fresh_layers(N, False, chance)
    x, gradient = torch.randn(2, 1, POSITIONS, D_MODEL, dtype=torch.float64, generator=chance)
    gradient = gradient / gradient.norm()
    return {kind: journey(layers, kind, x, gradient).gradient for kind in (POST, PRE)}


def mean(
    found: Sequence[Mapping[str, Float[Tensor, " depth"]]],
) -> dict[str, Float[Tensor, " depth"]]:
    """Return the geometric mean over several stacks, by their kind."""
    return {
        kind: torch.stack([one[kind] for one in found]).log().mean(dim=0).exp() for kind in found[0]
    }
