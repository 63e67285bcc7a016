"""Cross-attention prepared for plotting: normalized rows, appended means, diagonality."""

import torch
from jaxtyping import Float
from torch import Tensor


def normalize_rows(
    weights: Float[Tensor, "*some target source"],
) -> Float[Tensor, "*some target source"]:
    """Return the weights of each target position divided by their sum; zeros if the sum is 0."""
    total = weights.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, weights / total, torch.zeros_like(weights))


def append_mean(values: Float[Tensor, "head *some key"]) -> Float[Tensor, "head+1 *some key"]:
    """Return a tensor with one entry more on its first axis (heads or layers): their mean."""
    return torch.cat([values, values.mean(dim=0, keepdim=True)])


def diagonality(weights: Float[Tensor, "*some target source"]) -> Float[Tensor, "*some"]:
    r"""Return how closely attention follows the diagonal: 1 if all weight lies on it, 0 if uniform.

    $$1 - \frac{\sum_{t,s} p_{ts}\, d_{ts}}{\sum_{t,s} d_{ts} / S}, \qquad
      d_{ts} = \left| \frac{t - \frac12}{T} - \frac{s - \frac12}{S} \right|$$

    Here $p_{ts}$ is the weight that target position t of T puts on source position s of S, and
    $d_{ts}$ is the distance from the diagonal. The result is negative if the weights avoid the
    diagonal. It is not a number (NaN) if there is only one row and one column.
    """
    rows, columns = weights.shape[-2:]
    at = (torch.arange(rows) + 0.5) / rows
    away = (at.unsqueeze(1) - (torch.arange(columns) + 0.5) / columns).abs()
    return 1 - (weights * away).sum(dim=(-2, -1)) / (away.sum() / columns)
