"""What a lesson moved: matrix by matrix, and row by row of the embedding matrix."""

from collections.abc import Mapping

from jaxtyping import Float
from torch import Tensor


def relative_changes(before: Mapping[str, Tensor], after: Mapping[str, Tensor]) -> dict[str, float]:
    r"""Return how far each matrix moved, measured by its own length: $|\Delta W| / |W|$.

    Args:
        before: weights by their names; vectors such as biases are left out.
        after: the same weights after the lesson.
    """
    return {
        name: ((after[name] - W).norm() / W.norm()).item()
        for name, W in before.items()
        if W.dim() == 2
    }


def largest_row_moves(
    before: Float[Tensor, "vocab d_model"], after: Float[Tensor, "vocab d_model"], count: int
) -> list[tuple[int, float]]:
    """Return the rows that moved farthest, as a share of their lengths, the farthest first.

    Args:
        before: the embedding matrix before the lesson.
        after: and after it.
        count: how many rows to return.
    """
    shares = (after - before).norm(dim=1) / before.norm(dim=1).clamp(min=1e-12)
    values, rows = shares.topk(min(count, len(shares)))
    return list(zip(rows.tolist(), values.tolist(), strict=True))
