"""Masks tried out: sentences of several lengths in one batch, and right and wrong ways to mask."""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def mask_then_softmax(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Choose where to put minus infinity, then normalize what is left: rows sum to one."""
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def softmax_then_mask(
    scores: Float[Tensor, "*some query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "*some query key"]:
    """Normalize over all keys, then set some weights to zero: rows no longer sum to one."""
    return scores.softmax(dim=-1).masked_fill(~visible, 0)


def multiply_by_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """0 times infinity is not a number."""
    return torch.triu(torch.ones(n, n), 1) * float("-inf")


def fill_with_infinity(n: int = 4) -> Float[Tensor, "query key"]:
    """A boolean says where minus infinity goes."""
    visible = torch.ones(n, n, dtype=torch.bool).tril()
    return torch.zeros(n, n).masked_fill(~visible, -math.inf)


def mask_a_whole_row() -> Float[Tensor, "query key"]:
    """Nothing is left to add up to 1: 0 divided by 0."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, False]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def row_with_one_key() -> Float[Tensor, "query key"]:
    """Under the causal mask each row sees at least itself."""
    scores = torch.tensor([[0.2, 0.7, 0.4]])
    visible = torch.tensor([[False, False, True]])
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)
