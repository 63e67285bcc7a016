"""How the divisor of the scores shapes the softmax: entropy, effective keys, Jacobian."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.measures.attention_entropy import row_entropies, weights_with_divisor

DIVISORS = torch.logspace(0, 1.5, 40)  # from 1 to about 32


@dataclass(frozen=True)
class SoftmaxStatistics:
    """Statistics of the softmax of one row of scores, or their means over many rows.

    Args:
        largest_weight: the largest weight.
        entropy: entropy of the weights, in bits.
        effective_keys: effective number of keys, two to the power of the entropy.
        jacobian_trace: trace of the softmax Jacobian; 0 when saturated.
        score_variance: variance of the visible scores in a row.
    """

    largest_weight: float
    entropy: float
    effective_keys: float
    jacobian_trace: float
    score_variance: float


def find_strongest_key(weights: Float[Tensor, " key"]) -> int:
    """Return the index of the key with the largest weight."""
    return int(weights.argmax())


def compute_jacobian_traces(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    r"""Return the trace of the softmax Jacobian of each row of weights, $\sum_j p_j (1 - p_j)$."""
    return (weights * (1 - weights)).sum(dim=-1)


def compute_softmax_statistics(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> SoftmaxStatistics | None:
    """Return statistics of softmax(products / divisor), averaged over heads and queries.
    Queries that may attend to one key only are left out; None if there are no others.

    Args:
        products: dot products q · k, not divided yet.
        visible: True where a query may attend to a key, the same for all heads.
        divisor: what the products are divided by: √d_k, or 1 for undivided scores.
    """
    count = visible.sum(dim=-1, keepdim=True)
    several = find_queries_with_several_keys(products, visible)
    if not several.any():
        return None
    p = weights_with_divisor(products, visible, divisor)[several]
    scores = (products / divisor).masked_fill(~visible, 0)
    centred = (scores - scores.sum(dim=-1, keepdim=True) / count).masked_fill(~visible, 0)
    variances = ((centred**2).sum(dim=-1) / (count[..., 0] - 1))[several]
    bits = row_entropies(p)
    return SoftmaxStatistics(
        largest_weight=p.max(dim=-1).values.mean().item(),
        entropy=bits.mean().item(),
        effective_keys=(2**bits).mean().item(),
        jacobian_trace=compute_jacobian_traces(p).mean().item(),
        score_variance=variances.mean().item(),
    )


def find_queries_with_several_keys(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"]
) -> Bool[Tensor, "head query"]:
    """Return a mask of the queries that may attend to at least two keys, by head and query.

    Args:
        products: dot products q · k; only their shape counts.
        visible: True where a query may attend to a key.
    """
    return (visible.sum(dim=-1) > 1).expand(products.shape[:-1])


def compute_effective_keys(
    products: Float[Tensor, "head query key"],
    visible: Bool[Tensor, "_ _ key"],
    divisors: Float[Tensor, " _"],
) -> Float[Tensor, " _"]:
    """Return the effective number of keys that queries attend to, for each of several divisors.
    It is 2 to the power of the entropy of the weights softmax(products / divisor), averaged over
    heads and queries. Queries that may attend to one key only are left out; 1 if there are no
    others.

    Args:
        products: dot products q · k, not divided yet.
        visible: True where a query may attend to a key.
        divisors: the numbers to divide the products by.
    """
    rows = find_queries_with_several_keys(products, visible)
    if not rows.any():
        return torch.ones_like(divisors)
    read = [
        2 ** row_entropies(weights_with_divisor(products, visible, d.item())[rows])
        for d in divisors
    ]
    return torch.stack(read).mean(dim=-1)
