"""Compare two sentences: alignment of their positions, and difference of attention maps."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

Column = tuple[int | None, int | None]  # a position in each run; None without counterpart


def align_tokens(first_ids: Sequence[int], second_ids: Sequence[int]) -> tuple[Column, ...]:
    """Align two similar sentences; return position pairs (first, second), None where unmatched.

    Sentences of equal length are aligned position by position. Of other sentences, the tokens at
    the beginning and at the end that are the same in both are aligned; those between have no
    partner, and the ones of the first sentence are listed before those of the second.

    Args:
        first_ids: token ids of the first sentence.
        second_ids: token ids of the second sentence.
    """
    m, n = len(first_ids), len(second_ids)
    if m == n:
        return tuple((position, position) for position in range(m))
    shorter = min(m, n)
    begins = next((i for i in range(shorter) if first_ids[i] != second_ids[i]), shorter)
    rest = shorter - begins
    ends = next((i for i in range(rest) if first_ids[m - 1 - i] != second_ids[n - 1 - i]), rest)
    return (
        *((position, position) for position in range(begins)),
        *((position, None) for position in range(begins, m - ends)),
        *((None, position) for position in range(begins, n - ends)),
        *((m - position, n - position) for position in range(ends, 0, -1)),
    )


def matching_positions(
    first_ids: Sequence[int], second_ids: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the positions that ``align_tokens`` aligns, a list for each sentence, in order."""
    pairs = [
        (a, b) for a, b in align_tokens(first_ids, second_ids) if a is not None and b is not None
    ]
    return [a for a, _ in pairs], [b for _, b in pairs]


def attention_difference(
    first_map: Float[Tensor, "*some query key"],
    second_map: Float[Tensor, "*some _ _"],
    queries: tuple[list[int], list[int]],
    keys: tuple[list[int], list[int]],
) -> Float[Tensor, "*some _ _"]:
    """Return the second attention map minus the first, on aligned queries and keys.

    Args:
        first_map: attention weights of one sentence.
        second_map: attention weights of the other.
        queries: aligned query positions of both, as ``matching_positions`` returns them.
        keys: aligned key positions, likewise.
    """
    (here, there), (left, right) = queries, keys
    return second_map[..., there, :][..., right] - first_map[..., here, :][..., left]


def largest_difference(
    differences: Float[Tensor, "layer head query key"],
) -> tuple[int, int, int, int]:
    """Return layer, head, query and key of the largest absolute difference."""
    place = torch.unravel_index(differences.abs().argmax(), differences.shape)
    layer, head, row, column = map(int, place)
    return layer, head, row, column
