r"""Rotary (Su et al. 2021) and added positions, and the softmax of attention block by block.

RoPE adds nothing; it rotates q and k: pair i of a vector at position m turns by the angle
$m\,\theta_i$, $\theta_i = 10000^{-2i/d_k}$. The score of two rotated vectors depends on their
distance alone:

$$(R_m q) \cdot (R_n k) = q \cdot (R_{n-m} k)$$

Where positions are added, the input of the first layer is a plain sum: with the scaled embedding e
and the position p of both tokens,

$$(e_i + p_i) W_Q \cdot (e_j + p_j) W_K = \text{content} \cdot \text{content} +
  \text{content} \cdot \text{position} + \text{position} \cdot \text{content} +
  \text{position} \cdot \text{position}$$

The softmax and its weighted sum need one block of keys at a time (Milakov and Gimelshein 2018).
FlashAttention (Dao et al. 2022) reads keys and values in blocks that fit into the fast memory. It
keeps three things of each row: the largest score so far, m; the sum of $e^{s - m}$ so far, l; and
the weighted sum of the values so far, o. When a larger score turns up, l and o are rescaled.
"""

import math
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def rotate(
    vectors: Float[Tensor, "*some d_k"], positions: Int[Tensor, "*some"]
) -> Float[Tensor, "*some d_k"]:
    """Return vectors rotated by their positions: rotary position embedding (RoPE).

    Args:
        vectors: queries or keys; d_k is even.
        positions: position of each vector; a negative one rotates backwards.
    """
    d_k = vectors.shape[-1]
    speed = 10_000 ** (-torch.arange(0, d_k, 2, dtype=vectors.dtype) / d_k)
    angle = positions.unsqueeze(-1).to(vectors.dtype) * speed
    first, second = vectors.unflatten(-1, (-1, 2)).unbind(dim=-1)
    turned_pairs = (
        first * angle.cos() - second * angle.sin(),
        first * angle.sin() + second * angle.cos(),
    )
    return torch.stack(turned_pairs, dim=-1).flatten(start_dim=-2)


def compute_pair_scores(
    words: Float[Tensor, "2 d_model"],
    encoding: Float[Tensor, "position d_model"],
    W_Q: Float[Tensor, "d_model d_k"],
    W_K: Float[Tensor, "d_model d_k"],
) -> Float[Tensor, "2 position position"]:
    """Return the score of a query word and a key word at all pairs of positions, encoded two ways.

    Args:
        words: scaled embeddings of the query word and the key word.
        encoding: sinusoidal encodings of the positions.
        W_Q: one head's columns of W_Q.
        W_K: one head's columns of W_K.

    Returns:
        Scores by position of the query and of the key: first with positions added to both words, as
        in 2017, then with q and k rotated instead (RoPE).
    """
    positions, matrices = torch.arange(len(encoding)), (W_Q, W_K)
    added = [(word + encoding) @ W for word, W in zip(words, matrices, strict=True)]
    bare = [(word @ W).expand(len(positions), -1) for word, W in zip(words, matrices, strict=True)]
    turned = [rotate(vectors, positions) for vectors in bare]
    return torch.stack([q @ k.T / math.sqrt(q.shape[-1]) for q, k in (added, turned)])


def compute_largest_spread(scores: Float[Tensor, "position position"]) -> float:
    """Return the largest difference between two scores at the same distance from query to key.
    It is 0 if scores depend on this distance (key position - query position) alone.

    Args:
        scores: scores of one pair of words, by position of the query and of the key.
    """
    count = len(scores)
    diagonals = (scores.diagonal(n) for n in range(1 - count, count))
    return max((each.max() - each.min()).item() for each in diagonals)


def compute_shift_error(
    q: Float[Tensor, "head position d_k"], k: Float[Tensor, "head position d_k"], shift: int
) -> float:
    """Return the largest change of a RoPE score when all positions are shifted by one constant.

    Args:
        q: queries, not yet rotated.
        k: keys, not yet rotated.
        shift: number of positions by which all words are shifted.
    """
    places = torch.arange(q.shape[1])
    before, after = (
        rotate(q, first.expand(q.shape[:2])) @ rotate(k, first.expand(k.shape[:2])).mT
        for first in (places, places + shift)
    )
    return (after - before).abs().max().item() / math.sqrt(q.shape[-1])


def split_scores(
    embedding: Float[Tensor, "position d_model"],
    positions: Float[Tensor, "position d_model"],
    W_Q: Float[Tensor, "d_model d_model"],
    W_K: Float[Tensor, "d_model d_model"],
    h: int,
) -> Float[Tensor, "4 head position position"]:
    """Split the attention scores of the first layer into four terms that add up to them.
    Each token's input is a sum, embedding + position, so q · k is a sum of four dot products.

    Args:
        embedding: scaled rows of E, one for each token.
        positions: positional encodings added to them.
        W_Q: W_Q of all heads side by side, as in x W_Q.
        W_K: W_K of all heads side by side, as in x W_K.
        h: number of heads.

    Returns:
        The four terms along the first axis, query -> key: word -> word, word -> position,
        position -> word and position -> position.
    """
    parts = torch.stack([embedding, positions]).double()
    q, k = ((parts @ W.double()).unflatten(-1, (h, -1)).transpose(1, 2) for W in (W_Q, W_K))
    scores = q.unsqueeze(1) @ k.unsqueeze(0).transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.flatten(0, 1)


def compute_variance_shares(
    terms: Float[Tensor, "4 head query key"], visible: Bool[Tensor, "query key"]
) -> Float[Tensor, "4 head"]:
    r"""Return how much each of four terms makes a query's scores differ from key to key, by head.

    The softmax ignores a constant added to a row, so each row is centred first. The share of term t
    is $\mathrm{cov}(t, \mathrm{score}) / \mathrm{var}(\mathrm{score})$, over all visible cells of a
    head. A head's four shares add up to 1; a term that works against the others has a negative
    share. They are NaN where no row has two different scores.

    Args:
        terms: the four terms of the scores, as ``split_scores`` returns them.
        visible: True where a query may attend to a key.
    """
    count = visible.sum(dim=-1, keepdim=True)
    seen = terms * visible
    centred = (seen - seen.sum(dim=-1, keepdim=True) / count) * visible
    whole = centred.sum(dim=0)
    return (centred * whole).sum(dim=(-2, -1)) / whole.square().sum(dim=(-2, -1))


@dataclass(frozen=True)
class BlockState:
    """Running state of one row of attention after one more block of keys.

    Args:
        first: position of the block's first key.
        last: position of its last key.
        largest: m, the largest score so far.
        factor: by which the earlier sum was scaled; 0 at the first block.
        total: l, the sum of e^(score - m) so far.
        output: o / l, the head's output if these were all the keys.
    """

    first: int
    last: int
    largest: float
    factor: float
    total: float
    output: Float[Tensor, " d_v"]


def attend_in_blocks(
    scores: Float[Tensor, " key"], values: Float[Tensor, "key d_v"], size: int
) -> list[BlockState]:
    """Compute one row of attention block by block, as FlashAttention does.

    Args:
        scores: scores of one query with all its keys, at least one.
        values: values of the keys.
        size: number of keys in a block; the last block may be smaller.

    Returns:
        The running state after each block; that of the last block holds the head's output.

    Raises:
        ValueError: if the size is not positive.
    """
    if size < 1:
        raise ValueError(f"a block of {size} keys is too small")
    largest, total = scores.new_tensor(-torch.inf), scores.new_zeros(())
    gathered = values.new_zeros(values.shape[-1])
    steps = []
    for first in range(0, len(scores), size):
        block = scores[first : first + size]
        before, largest = largest, torch.maximum(largest, block.max())
        factor, p = (before - largest).exp(), (block - largest).exp()
        total = total * factor + p.sum()
        gathered = gathered * factor + p @ values[first : first + size]
        last = first + len(block) - 1
        output = gathered / total
        steps.append(BlockState(first, last, largest.item(), factor.item(), total.item(), output))
    return steps


def compute_running_weights(
    scores: Float[Tensor, " key"], steps: list[BlockState]
) -> Float[Tensor, "step key"]:
    """Return one query's attention weights over the keys read so far, after each block of keys.
    The weights are the softmax over these keys; keys not yet read have weight 0.

    Args:
        scores: scores of the query with all its keys.
        steps: the states that ``attend_in_blocks`` returned for these scores.
    """
    rows = scores.new_zeros(len(steps), len(scores))
    for row, step in zip(rows, steps, strict=True):
        seen = slice(step.last + 1)
        row[seen] = (scores[seen] - step.largest).exp() / step.total
    return rows


def count_kv_cache_bytes(N: int, d_k: int, groups: int) -> int:
    """Return the bytes of KV cache that one token takes in N layers, with 32-bit numbers.

    Args:
        N: number of layers.
        d_k: width of a key and of a value.
        groups: number of separate keys (and values) per layer: the number of heads, h, in the paper
            of 2017; 1 if all heads share one.
    """
    return N * 2 * groups * d_k * 4
