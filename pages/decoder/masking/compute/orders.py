"""Right and wrong ways to mask: before or after the softmax, with NaN or without."""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def mask_then_softmax(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Return the softmax of scores masked with minus infinity: each query's weights sum to 1.

    Args:
        scores: attention scores.
        visible: True where a query may attend to a key.
    """
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def softmax_then_mask(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Return the softmax over all keys, with masked weights set to 0 afterwards: wrong.
    A query's weights no longer sum to 1 if one of its keys is masked.

    Args:
        scores: attention scores.
        visible: True where a query may attend to a key.
    """
    return scores.softmax(dim=-1).masked_fill(~visible, 0)


def multiply_by_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """Return a causal mask of n queries and keys, to be added to scores, with NaN: 0 · ∞ is NaN."""
    return torch.triu(torch.ones(n, n), 1) * float("-inf")


def fill_with_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """Return a causal mask of n queries and keys, to be added to scores: 0, or −∞ if masked."""
    visible = torch.ones(n, n, dtype=torch.bool).tril()
    return torch.zeros(n, n).masked_fill(~visible, -math.inf)


def softmax_without_visible_keys() -> Float[Tensor, "query key"]:
    """Return the weights of an example query whose keys are all masked: NaN."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, False]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def softmax_with_one_visible_key() -> Float[Tensor, "query key"]:
    """Return the weights of an example query that may attend to one key only: its weight is 1."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, True]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)
