"""How far rows move when a mask is lifted."""

from jaxtyping import Float
from torch import Tensor


def row_movement(
    before: Float[Tensor, "position _"], after: Float[Tensor, "position _"]
) -> Float[Tensor, " position"]:
    """Return for each row the largest change of one of its numbers."""
    return (after - before).abs().amax(dim=-1)


def drift(
    before: Float[Tensor, "position _"], after: Float[Tensor, "position _"]
) -> Float[Tensor, " position"]:
    """Return how far each row moved, as a share of its length."""
    return (after - before).norm(dim=-1) / before.norm(dim=-1)
