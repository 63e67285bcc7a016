"""What each sub-layer adds to the word that takes shape."""

from collections.abc import Mapping

import torch
from jaxtyping import Float
from torch import Tensor

from model.parts import sublayers


def relative(trace: Mapping[str, Tensor], N: int, step: int) -> Float[Tensor, "layer sublayer"]:
    r"""Measure $\lVert\mathrm{Sublayer}(x)\rVert / \lVert x \rVert$ at one target position.

    Where a residual is missing there is no x, and no finite number.

    Args:
        trace: of a pass.
        N: number of layers.
        step: the position, from 0.
    """
    rows = [
        [
            trace[f"{path}.sublayer"][0, step].norm() / trace[f"{path}.residual"][0, step].norm()
            for path in (path.format(layer) for path in sublayers("decoder").values())
        ]
        for layer in range(N)
    ]
    return torch.tensor(rows)
