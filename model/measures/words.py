"""Merge attention between pieces into attention between words."""

from collections.abc import Sequence
from itertools import accumulate

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor


def word_indices(joined: Sequence[bool]) -> list[int]:
    """Return the index, from 0, of the word that each piece belongs to.

    Args:
        joined: for each piece, whether it continues the word before it; ignored for the first.
    """
    return list(accumulate((not continues for continues in joined[1:]), initial=0))


def merge_pieces(
    weights: Float[Tensor, "*some target source"], targets: Sequence[int], sources: Sequence[int]
) -> Float[Tensor, "*some target_word source_word"]:
    """Return attention weights between words, from those between pieces.

    Weights on the pieces of a source word are summed; those of the pieces of a target word are
    averaged. If each piece's weights sum to 1, so do each word's.

    Args:
        weights: attention weights of target pieces on source pieces, without the end token.
        targets: for each target piece, the index of its word.
        sources: for each source piece, the index of its word.
    """
    source = F.one_hot(torch.tensor(sources)).to(weights)
    target = F.one_hot(torch.tensor(targets)).to(weights)
    return (target / target.sum(dim=0)).T @ weights @ source
