"""What each sub-layer adds to the word that takes shape."""

from collections.abc import Mapping

import torch
from jaxtyping import Float
from torch import Tensor

SUBLAYERS = {
    "masked self-attention": "muted",
    "cross-attention": "primary",
    "feed-forward": "Z",
}


def relative(trace: Mapping[str, Tensor], N: int, step: int) -> Float[Tensor, "layer sublayer"]:
    r"""Measure $\lVert\mathrm{Sublayer}(x)\rVert / \lVert x \rVert$ at one target position.

    Args:
        trace: of a pass.
        N: number of layers.
        step: the position, from 0.
    """
    rows = [
        [
            trace[f"{name}.sublayer"][0, step].norm() / trace[f"{name}.residual"][0, step].norm()
            for name in (f"decoder.layers.{layer}.add_and_norm_{i}" for i in (1, 2, 3))
        ]
        for layer in range(N)
    ]
    return torch.tensor(rows)
