r"""What a score of the first layer is made of, since its input is a plain sum of two vectors.

With the scaled embedding e and the position p of both tokens,

$$(e_i + p_i) W_Q \cdot (e_j + p_j) W_K = \text{content} \cdot \text{content} +
  \text{content} \cdot \text{position} + \text{position} \cdot \text{content} +
  \text{position} \cdot \text{position}$$
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

TERMS = ("word → word", "word → position", "position → word", "position → position")


def four_terms(
    embedding: Float[Tensor, "position d_model"],
    positions: Float[Tensor, "position d_model"],
    W_Q: Float[Tensor, "d_model d_model"],
    W_K: Float[Tensor, "d_model d_model"],
    h: int,
) -> Float[Tensor, "4 head position position"]:
    """Split all scores of a first layer; the four parts add up to them.

    Args:
        embedding: scaled rows of E.
        positions: what is added to them.
        W_Q: of all heads side by side, as in x W_Q.
        W_K: likewise.
        h: heads.

    Returns:
        The parts, in the order of ``TERMS``: head, query, key.
    """
    parts = torch.stack([embedding, positions]).double()
    q, k = ((parts @ W.double()).unflatten(-1, (h, -1)).transpose(1, 2) for W in (W_Q, W_K))
    scores = q.unsqueeze(1) @ k.unsqueeze(0).transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.flatten(0, 1)


def shares(
    terms: Float[Tensor, "4 head query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "4 head"]:
    r"""Return how much of what distinguishes the keys of a row comes from each term.

    The softmax does not feel what all scores of a row have in common, so each row counts from its
    mean. The share of term t is $\mathrm{cov}(t, \mathrm{score}) / \mathrm{var}(\mathrm{score})$:
    the four add up to 1, and one that works against the others is below 0. Not a number where no
    row has two different scores.

    Args:
        terms: of ``four_terms``.
        visible: True where a query may look at a key.
    """
    count = visible.sum(dim=-1, keepdim=True)
    seen = terms * visible
    centred = (seen - seen.sum(dim=-1, keepdim=True) / count) * visible
    whole = centred.sum(dim=0)
    return (centred * whole).sum(dim=(-2, -1)) / whole.square().sum(dim=(-2, -1))
