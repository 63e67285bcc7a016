r"""Rotary positions (Su et al. 2021): q and k are turned by their places, nothing is added.

Pair i of a vector at place m turns by the angle $m\,\theta_i$, $\theta_i = 10000^{-2i/d_k}$. Two
turned vectors meet at the angle of their distance alone:

$$(R_m q) \cdot (R_n k) = q \cdot (R_{n-m} k)$$
"""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor


def rotate(
    vectors: Float[Tensor, "*some d_k"], places: Int[Tensor, "*some"]
) -> Float[Tensor, "*some d_k"]:
    """Turn each vector by its place: neighbouring numbers are the pairs, as in the paper.

    Args:
        vectors: queries or keys; d_k is even.
        places: of each of them; below 0 it turns back.
    """
    d_k = vectors.shape[-1]
    speed = 10_000 ** (-torch.arange(0, d_k, 2, dtype=vectors.dtype) / d_k)
    angle = places.unsqueeze(-1).to(vectors.dtype) * speed
    first, second = vectors.unflatten(-1, (-1, 2)).unbind(dim=-1)
    turned_pairs = (
        first * angle.cos() - second * angle.sin(),
        first * angle.sin() + second * angle.cos(),
    )
    return torch.stack(turned_pairs, dim=-1).flatten(start_dim=-2)


def added_scores(
    asks: Float[Tensor, " d_model"],
    answers: Float[Tensor, " d_model"],
    encoding: Float[Tensor, "place d_model"],
    W_Q: Float[Tensor, "d_model d_k"],
    W_K: Float[Tensor, "d_model d_k"],
) -> Float[Tensor, "place place"]:
    """Score one word for another at every two places, positions added to both as in 2017.

    Args:
        asks: the scaled embedding of the word that asks.
        answers: of the word that answers.
        encoding: the sinusoids of the places.
        W_Q: one head's columns.
        W_K: likewise.
    """
    q, k = (asks + encoding) @ W_Q, (answers + encoding) @ W_K
    return q @ k.T / math.sqrt(q.shape[-1])


def turned_scores(
    asks: Float[Tensor, " d_model"],
    answers: Float[Tensor, " d_model"],
    count: int,
    W_Q: Float[Tensor, "d_model d_k"],
    W_K: Float[Tensor, "d_model d_k"],
) -> Float[Tensor, "place place"]:
    """Score the same two words at every two places, their q and k turned and nothing added.

    Args:
        asks: the scaled embedding of the word that asks.
        answers: of the word that answers.
        count: places, from 0 on.
        W_Q: one head's columns.
        W_K: likewise.
    """
    places = torch.arange(count)
    q = rotate((asks @ W_Q).expand(count, -1), places)
    k = rotate((answers @ W_K).expand(count, -1), places)
    return q @ k.T / math.sqrt(q.shape[-1])


def largest_difference(scores: Float[Tensor, "place place"]) -> float:
    """Return the largest difference between two scores of the same distance."""
    count = len(scores)
    diagonals = (scores.diagonal(n) for n in range(1 - count, count))
    return max((each.max() - each.min()).item() for each in diagonals)


def change_by_moving(
    q: Float[Tensor, "head position d_k"], k: Float[Tensor, "head position d_k"], by: int
) -> float:
    """Move a whole sentence; return by how much any score of any head changes.

    Args:
        q: queries, not yet turned.
        k: keys, likewise.
        by: places that all words move on.
    """
    places = torch.arange(q.shape[1])
    before, after = (
        rotate(q, first.expand(q.shape[:2])) @ rotate(k, first.expand(k.shape[:2])).mT
        for first in (places, places + by)
    )
    return (after - before).abs().max().item() / math.sqrt(q.shape[-1])
