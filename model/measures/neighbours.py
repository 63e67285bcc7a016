r"""Which rows of a matrix point the same way.

Two rows are compared by their cosine, $a \cdot b / (|a| |b|)$: 1 for the same direction, 0 for
directions that have nothing in common. Lengths do not count.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def directions(rows: Float[Tensor, "*some d_model"]) -> Float[Tensor, "*some d_model"]:
    """Divide each row by its norm."""
    return rows / rows.norm(dim=-1, keepdim=True).clamp(min=1e-12)


def cosines(
    rows: Float[Tensor, "vocab d_model"], vectors: Float[Tensor, "position d_model"]
) -> Float[Tensor, "position vocab"]:
    """Return the cosine of each vector with every row."""
    return directions(vectors) @ directions(rows).T


def without_mean(rows: Float[Tensor, "vocab d_model"]) -> Float[Tensor, "vocab d_model"]:
    """Take off what all rows share, their mean: what is left tells one row from another."""
    return rows - rows.mean(dim=0)


def nearest(cosines: Float[Tensor, "position vocab"], count: int) -> list[list[tuple[int, float]]]:
    """Return for each position its nearest rows and their cosines, the nearest first.

    Args:
        cosines: of every position with every row.
        count: how many to return.
    """
    values, rows = cosines.topk(min(count, cosines.shape[-1]), dim=-1)
    return [
        list(zip(ids, alike, strict=True))
        for ids, alike in zip(rows.tolist(), values.tolist(), strict=True)
    ]


def mean_cosine(vectors: Float[Tensor, "*some position d_model"]) -> Float[Tensor, "*some"]:
    """Return the mean cosine of two different vectors; not a number if there is only one."""
    count = vectors.shape[-2]
    along = directions(vectors)
    # All pairs at once: the squared length of the sum, without each direction with itself.
    pairs = along.sum(dim=-2).square().sum(dim=-1) - along.square().sum(dim=(-2, -1))
    return pairs / (count * (count - 1)) if count > 1 else torch.full_like(pairs, torch.nan)


def pca_plane(
    rows: Float[Tensor, "vocab d_model"],
) -> tuple[Float[Tensor, "vocab 2"], float]:
    """Project rows onto their first two principal components; return the share of variance, too.

    Returns:
        The place of each row, and the share of all squared differences from the mean that the
        plane keeps. Of a direction and its opposite, the one is taken that makes the row
        farthest out positive.
    """
    centred = rows - rows.mean(dim=0)
    U, S, _ = torch.linalg.svd(centred, full_matrices=False)
    places = torch.zeros(len(rows), 2)
    kept = min(2, len(S))
    places[:, :kept] = U[:, :kept] * S[:kept]
    farthest = places.gather(0, places.abs().argmax(dim=0, keepdim=True))
    places = places * torch.where(farthest < 0, -1.0, 1.0)
    return places, (S[:2].square().sum() / S.square().sum().clamp(min=1e-12)).item()
