r"""Cosine similarity between rows of a matrix, and their principal components.

The cosine of two rows is $a \cdot b / (|a| |b|)$: 1 for the same direction, 0 for orthogonal ones,
whatever their norms.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def normalize_rows(rows: Float[Tensor, "*some d_model"]) -> Float[Tensor, "*some d_model"]:
    """Return vectors (along the last axis) scaled to norm 1; zero vectors stay zero."""
    return rows / rows.norm(dim=-1, keepdim=True).clamp(min=1e-12)


def cosine_matrix(
    rows: Float[Tensor, "vocab d_model"], vectors: Float[Tensor, "position d_model"]
) -> Float[Tensor, "position vocab"]:
    """Return the cosine similarity of each vector with every row of a matrix, such as E."""
    return normalize_rows(vectors) @ normalize_rows(rows).T


def subtract_mean(rows: Float[Tensor, "vocab d_model"]) -> Float[Tensor, "vocab d_model"]:
    """Return the rows of a matrix minus the mean of all rows."""
    return rows - rows.mean(dim=0)


def nearest_rows(
    cosines: Float[Tensor, "position vocab"], row_count: int
) -> list[list[tuple[int, float]]]:
    """Return, by position, the ``row_count`` rows of highest cosine: (index, cosine), best first.

    Args:
        cosines: cosine of every position with every row.
        row_count: number of rows to return for each position.
    """
    values, rows = cosines.topk(min(row_count, cosines.shape[-1]), dim=-1)
    return [
        list(zip(ids, alike, strict=True))
        for ids, alike in zip(rows.tolist(), values.tolist(), strict=True)
    ]


def mean_cosine(vectors: Float[Tensor, "*some position d_model"]) -> Float[Tensor, "*some"]:
    """Return the mean cosine over all pairs of different positions; NaN for a single position."""
    count = vectors.shape[-2]
    along = normalize_rows(vectors)
    # All pairs at once: the squared norm of the sum, minus each direction's product with itself.
    pairs = along.sum(dim=-2).square().sum(dim=-1) - along.square().sum(dim=(-2, -1))
    return pairs / (count * (count - 1)) if count > 1 else torch.full_like(pairs, torch.nan)


def pca_plane(
    rows: Float[Tensor, "vocab d_model"],
) -> tuple[Float[Tensor, "vocab 2"], float]:
    """Return the rows' coordinates on their first two principal axes, and the variance explained.

    Returns:
        The coordinates of each row, measured from the mean row; and the share of the variance, from
        0 to 1, that the two axes explain. On each axis, the row farthest from the mean has a
        positive coordinate.
    """
    centred = rows - rows.mean(dim=0)
    U, S, _ = torch.linalg.svd(centred, full_matrices=False)
    places = torch.zeros(len(rows), 2)
    kept = min(2, len(S))
    places[:, :kept] = U[:, :kept] * S[:kept]
    farthest = places.gather(0, places.abs().argmax(dim=0, keepdim=True))
    places = places * torch.where(farthest < 0, -1.0, 1.0)
    return places, (S[:2].square().sum() / S.square().sum().clamp(min=1e-12)).item()
