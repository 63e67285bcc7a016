"""Subsample large tensors for small pictures; never average."""

from jaxtyping import Float
from torch import Tensor

MAX_CELLS = 40  # rows or columns of a thumbnail


def thinning_stride(length: int) -> int:
    """Return the smallest stride that keeps at most ``MAX_CELLS`` of ``length`` indices."""
    return max(1, -(-length // MAX_CELLS))


def subsample(tensor: Float[Tensor, "*some _ _"]) -> Float[Tensor, "*some _ _"]:
    """Return evenly spaced rows and columns of the last two axes, at most ``MAX_CELLS`` of each.

    Args:
        tensor: its last two axes become the picture's rows and columns.
    """
    rows, columns = tensor.shape[-2:]
    return tensor[..., :: thinning_stride(rows), :: thinning_stride(columns)]
