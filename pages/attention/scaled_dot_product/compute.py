"""What another divisor would do to the softmax."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.measures.attention_entropy import entropies, weights_with_divisor

DIVISORS = torch.logspace(0, 1.5, 40)  # from 1 to about 32


@dataclass(frozen=True)
class RowMeasures:
    """What a softmax made of its scores; for many rows, their mean.

    Args:
        largest: weight of a row.
        entropy: of a row, in bits.
        effective: number of keys that are read, two to the power of the entropy.
        slope: derivatives of the weights by their own scores, added up; 0 when saturated.
        variance: of the scores that a row's softmax sees.
    """

    largest: float
    entropy: float
    effective: float
    slope: float
    variance: float


def strongest(weights: Float[Tensor, " key"]) -> int:
    """Return the key that a row reads most."""
    return int(weights.argmax())


def slopes(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    r"""Add up $\partial p_j / \partial x_j = p_j (1 - p_j)$ along each row."""
    return (weights * (1 - weights)).sum(dim=-1)


def measure_rows(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> RowMeasures | None:
    """Measure the rows that can look at two keys or more; None if there is none."""
    count = visible.sum(dim=-1, keepdim=True)
    several = choosing(products, visible)
    if not several.any():
        return None
    p = weights_with_divisor(products, visible, divisor)[several]
    scores = (products / divisor).masked_fill(~visible, 0)
    centred = (scores - scores.sum(dim=-1, keepdim=True) / count).masked_fill(~visible, 0)
    variances = ((centred**2).sum(dim=-1) / (count[..., 0] - 1))[several]
    bits = entropies(p)
    return RowMeasures(
        largest=p.max(dim=-1).values.mean().item(),
        entropy=bits.mean().item(),
        effective=(2**bits).mean().item(),
        slope=slopes(p).mean().item(),
        variance=variances.mean().item(),
    )


def choosing(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"]
) -> Bool[Tensor, "head query"]:
    """Say which rows have a choice: those that can look at two keys or more."""
    return (visible.sum(dim=-1) > 1).expand(products.shape[:-1])


def effective_keys(
    products: Float[Tensor, "head query key"],
    visible: Bool[Tensor, "_ _ key"],
    divisors: Float[Tensor, " _"],
) -> Float[Tensor, " _"]:
    """Compute for several divisors how many keys a row reads: the mean of rows with a choice."""
    rows = choosing(products, visible)
    if not rows.any():
        return torch.ones_like(divisors)
    read = [
        2 ** entropies(weights_with_divisor(products, visible, d.item())[rows]) for d in divisors
    ]
    return torch.stack(read).mean(dim=-1)
