"""How much each sub-layer of the decoder adds to the residual stream."""

from collections.abc import Mapping

import torch
from jaxtyping import Float
from torch import Tensor

from model.parts import sublayer_paths


def compute_relative_updates(
    trace: Mapping[str, Tensor], N: int, step: int
) -> Float[Tensor, "layer sublayer"]:
    r"""Return $\lVert\mathrm{Sublayer}(x)\rVert / \lVert x \rVert$ of each sub-layer at one step.

    The ratio is not finite if the sub-layer's residual connection is removed: then x is 0.

    Args:
        trace: trace of one pass.
        N: number of decoder layers.
        step: index of the decoder position, from 0.
    """
    rows = [
        [
            trace[f"{path}.sublayer"][0, step].norm() / trace[f"{path}.residual"][0, step].norm()
            for path in (path.format(layer) for path in sublayer_paths("decoder").values())
        ]
        for layer in range(N)
    ]
    return torch.tensor(rows)
