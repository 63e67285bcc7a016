"""What is measured of single vectors."""

from jaxtyping import Float
from torch import Tensor


def lengths(vectors: Float[Tensor, "token d_model"]) -> Float[Tensor, " token"]:
    """Return the Euclidean length of each vector."""
    return vectors.norm(dim=-1)


def largest(vector: Float[Tensor, " d_model"]) -> int:
    """Return the component that is farthest from zero."""
    return int(vector.abs().argmax())
