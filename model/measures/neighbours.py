r"""Which rows of a matrix point the same way.

Two rows are compared by their cosine, $a \cdot b / (|a| |b|)$: 1 for the same direction, 0 for
directions that have nothing in common. Lengths do not count.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def directions(rows: Float[Tensor, "vocab d_model"]) -> Float[Tensor, "vocab d_model"]:
    """Divide each row by its length, so that products of rows are cosines."""
    return rows / rows.norm(dim=-1, keepdim=True).clamp(min=1e-12)


def cosines(
    rows: Float[Tensor, "vocab d_model"], vectors: Float[Tensor, "position d_model"]
) -> Float[Tensor, "position vocab"]:
    """Compare each of the vectors with every row."""
    return directions(vectors) @ directions(rows).T


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


def by_chance(rows: Float[Tensor, "vocab d_model"]) -> float:
    """Return the mean cosine of two different rows, taken over all pairs.

    The sum over all pairs is the squared length of the sum of all directions; each row's cosine
    with itself, which is 1, is taken out.
    """
    count = len(rows)
    total = directions(rows).sum(dim=0).square().sum().item()
    return (total - count) / max(1, count * (count - 1))


def plane(
    rows: Float[Tensor, "vocab d_model"],
) -> tuple[Float[Tensor, "vocab 2"], float]:
    """Lay rows out flat along the two directions in which they differ most (PCA).

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
