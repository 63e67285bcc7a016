"""Subsample large tensors for small pictures; never average."""

from jaxtyping import Float
from torch import Tensor

MOST = 40  # rows or columns of a thumbnail


def step_of(length: int) -> int:
    """Return the smallest stride that leaves at most ``MOST`` of ``length`` indices."""
    return max(1, -(-length // MOST))


def thin_out(tensor: Float[Tensor, "*some _ _"]) -> Float[Tensor, "*some _ _"]:
    """Return every n-th row and m-th column, with the smallest strides that fit ``MOST``.

    Args:
        tensor: its last two axes become the picture's rows and columns.
    """
    rows, columns = tensor.shape[-2:]
    return tensor[..., :: step_of(rows), :: step_of(columns)]
