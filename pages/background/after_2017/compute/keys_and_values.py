r"""The softmax and its weighted sum, a block of keys at a time (Milakov and Gimelshein 2018).

FlashAttention (Dao et al. 2022) reads keys and values in blocks that fit into the fast memory. It
keeps three things of each row: the largest score so far, m; the sum of $e^{s - m}$ so far, l; and
the weighted sum of the values so far, o. When a larger score turns up, what is there is scaled.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True)
class Step:
    """What is known of a row after one more block of keys.

    Args:
        first: place of the block's first key.
        last: place of its last key.
        largest: m, the largest score so far.
        factor: by which the earlier sum was scaled; 0 at the first block.
        total: l, the sum of e^(score - m) so far.
        output: o / l, what the head would give if this were all.
    """

    first: int
    last: int
    largest: float
    factor: float
    total: float
    output: Float[Tensor, " d_v"]


def in_blocks(
    scores: Float[Tensor, " key"], values: Float[Tensor, "key d_v"], size: int
) -> list[Step]:
    """Compute one row of attention in blocks; the last step has the result.

    Args:
        scores: of one query, at least one of them.
        values: of the keys.
        size: keys in a block.

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
        steps.append(Step(first, last, largest.item(), factor.item(), total.item(), output))
    return steps


def running_weights(scores: Float[Tensor, " key"], steps: list[Step]) -> Float[Tensor, "step key"]:
    """Return each key's weight as it would be after each block; 0 for keys not yet read."""
    rows = scores.new_zeros(len(steps), len(scores))
    for row, step in zip(rows, steps, strict=True):
        seen = slice(step.last + 1)
        row[seen] = (scores[seen] - step.largest).exp() / step.total
    return rows


def shared_bytes(N: int, d_k: int, groups: int) -> int:
    """Return the bytes that a stack's self-attention keeps of a token, in 32-bit numbers.

    Args:
        N: layers.
        d_k: width of a key, and of a value.
        groups: different keys and values; h of them in 2017.
    """
    return N * 2 * groups * d_k * 4
