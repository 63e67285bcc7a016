"""How far a lesson moved the weights: by matrix, and by row of the embedding matrix."""

from collections.abc import Mapping

from jaxtyping import Float
from torch import Tensor


def relative_changes(
    weights_before: Mapping[str, Tensor], weights_after: Mapping[str, Tensor]
) -> dict[str, float]:
    r"""Return each matrix's relative change, by name, in Frobenius norm: $|\Delta W| / |W|$.

    Args:
        weights_before: weights by name; vectors such as biases are left out.
        weights_after: the same weights after the lesson.
    """
    return {
        name: ((weights_after[name] - W).norm() / W.norm()).item()
        for name, W in weights_before.items()
        if W.dim() == 2
    }


def largest_row_moves(
    E_before: Float[Tensor, "vocab d_model"],
    E_after: Float[Tensor, "vocab d_model"],
    row_count: int,
) -> list[tuple[int, float]]:
    r"""Return (index, $|\Delta row| / |row|$) of the ``row_count`` rows that changed most.
    The row of largest relative change comes first.

    Args:
        E_before: the embedding matrix before the lesson.
        E_after: the embedding matrix after it.
        row_count: number of rows to return.
    """
    shares = (E_after - E_before).norm(dim=1) / E_before.norm(dim=1).clamp(min=1e-12)
    values, rows = shares.topk(min(row_count, len(shares)))
    return list(zip(rows.tolist(), values.tolist(), strict=True))
