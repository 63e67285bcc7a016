"""Compare two sentences: alignment of their positions, and difference of attention maps."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

Column = tuple[int | None, int | None]  # a position in each run; None without counterpart


def align_tokens(first: Sequence[int], second: Sequence[int]) -> tuple[Column, ...]:
    """Return the aligned (own, other) positions of two similar sentences; None where one has none.

    Sentences of equal length are aligned one to one; of others, the common prefix and the common
    suffix are, and tokens between have no counterpart: first those of ``first``, then the other's.
    """
    m, n = len(first), len(second)
    if m == n:
        return tuple((position, position) for position in range(m))
    shorter = min(m, n)
    begins = next((i for i in range(shorter) if first[i] != second[i]), shorter)
    rest = shorter - begins
    ends = next((i for i in range(rest) if first[m - 1 - i] != second[n - 1 - i]), rest)
    return (
        *((position, position) for position in range(begins)),
        *((position, None) for position in range(begins, m - ends)),
        *((None, position) for position in range(begins, n - ends)),
        *((m - position, n - position) for position in range(ends, 0, -1)),
    )


def matching_positions(first: Sequence[int], second: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the aligned positions of two token sequences, a list for each."""
    pairs = [(a, b) for a, b in align_tokens(first, second) if a is not None and b is not None]
    return [a for a, _ in pairs], [b for _, b in pairs]


def attention_difference(
    first: Float[Tensor, "*some query key"],
    second: Float[Tensor, "*some _ _"],
    queries: tuple[list[int], list[int]],
    keys: tuple[list[int], list[int]],
) -> Float[Tensor, "*some _ _"]:
    """Return the second attention map minus the first, on aligned queries and keys.

    Args:
        first: attention weights of one sentence.
        second: attention weights of the other.
        queries: aligned query positions of both, as ``matching_positions`` returns them.
        keys: aligned key positions, likewise.
    """
    (here, there), (left, right) = queries, keys
    return second[..., there, :][..., right] - first[..., here, :][..., left]


def largest_difference(
    differences: Float[Tensor, "layer head query key"],
) -> tuple[int, int, int, int]:
    """Return layer, head, query and key of the largest absolute difference."""
    place = torch.unravel_index(differences.abs().argmax(), differences.shape)
    layer, head, row, column = map(int, place)
    return layer, head, row, column
