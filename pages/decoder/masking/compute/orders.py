"""Right and wrong ways to mask: before or after the softmax, with NaN or without."""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def mask_then_softmax(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Return the softmax of scores masked with minus infinity: each row sums to one.

    Args:
        scores: attention scores.
        visible: which keys each query may attend to.
    """
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def softmax_then_mask(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Return the softmax over all keys, masked weights then zeroed: rows do not sum to one.

    Args:
        scores: attention scores.
        visible: which keys each query may attend to.
    """
    return scores.softmax(dim=-1).masked_fill(~visible, 0)


def multiply_by_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """Build an additive mask by multiplying by infinity: wrong, as 0 times infinity is NaN."""
    return torch.triu(torch.ones(n, n), 1) * float("-inf")


def fill_with_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """Build an additive mask by filling in minus infinity where a boolean mask is false."""
    visible = torch.ones(n, n, dtype=torch.bool).tril()
    return torch.zeros(n, n).masked_fill(~visible, -math.inf)


def mask_a_whole_row() -> Float[Tensor, "query key"]:
    """Return the softmax of an example row whose keys are all masked: it is NaN."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, False]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def row_with_one_key() -> Float[Tensor, "query key"]:
    """Return the softmax of an example row with one visible key: its weight is 1."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, True]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)
