"""How far a lesson moved the weights: by matrix, and by row of the embedding matrix."""

from collections.abc import Mapping

from jaxtyping import Float
from torch import Tensor


def relative_changes(before: Mapping[str, Tensor], after: Mapping[str, Tensor]) -> dict[str, float]:
    r"""Return each matrix's relative change in Frobenius norm: $|\Delta W| / |W|$.

    Args:
        before: weights by name; vectors such as biases are left out.
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
    """Return (row, relative change) of the rows that moved farthest, farthest first.

    Args:
        before: the embedding matrix before the lesson.
        after: the embedding matrix after it.
        count: number of rows to return.
    """
    shares = (after - before).norm(dim=1) / before.norm(dim=1).clamp(min=1e-12)
    values, rows = shares.topk(min(count, len(shares)))
    return list(zip(rows.tolist(), values.tolist(), strict=True))
