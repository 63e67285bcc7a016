r"""Sharpness of attention weights, with and without the division by the square root of d_k.

For a row of weights p: the entropy $H = -\sum_j p_j \log_2 p_j$ in bits; $2^H$, the number of keys
that would have this entropy at equal weights; and $\sum_j p_j (1 - p_j)$, the sum of the
derivatives $\partial p_j / \partial z_j$ of the weights by their own scores.
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

MIN_EVEN_RATIO, MAX_EVEN_RATIO = (
    0.5,
    1.4,
)  # range of each weight in a uniform row, as multiples of 1 / keys
MIN_KEYS = 3  # keys that a row must see to count as uniform


def query_key_products(
    q: Float[Tensor, "head query d_k"], k: Float[Tensor, "head key d_k"]
) -> Float[Tensor, "head query key"]:
    """Return the dot product of every query with every key, before division by √d_k."""
    return q @ k.transpose(-2, -1)


def weights_with_divisor(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> Float[Tensor, "head query key"]:
    """Return attention weights: the softmax of products / divisor over the visible (True) keys."""
    return (products / divisor).masked_fill(~visible, -math.inf).softmax(dim=-1)


def row_entropies(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    """Return the entropy of each query's attention weights, in bits."""
    return torch.special.entr(weights).sum(dim=-1) / math.log(2)


def uniform_query_mask(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Bool[Tensor, "*some query"]:
    """Return a mask of the queries that attend almost uniformly to at least three keys.

    Almost uniformly means: each weight is between 0.5 and 1.4 times 1 / (number of visible keys).

    Args:
        weights: attention weights, after the softmax.
        visible: True where a query may attend to a key.
    """
    count = visible.sum(dim=-1)
    most, least = (
        weights.masked_fill(~visible, 0.0).max(dim=-1).values * count,
        weights.masked_fill(~visible, 1.0).min(dim=-1).values * count,
    )
    return (most <= MAX_EVEN_RATIO) & (least >= MIN_EVEN_RATIO) & (count >= MIN_KEYS)


def effective_key_count(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Float[Tensor, "*some"]:
    """Return the effective number of keys, 2^(entropy in bits), averaged over queries.

    Queries that may attend to one key only are left out. If there are no others, the result is 1.

    Args:
        weights: attention weights, after the softmax.
        visible: True where a query may attend to a key.
    """
    read = 2 ** row_entropies(weights)
    several = (visible.sum(dim=-1) > 1).expand(read.shape)
    count = several.sum(dim=-1)
    return (read.where(several, 0.0).sum(dim=-1) / count).where(count > 0, 1.0)
