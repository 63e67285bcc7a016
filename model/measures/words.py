"""Pieces of words put together again."""

from collections.abc import Sequence
from itertools import accumulate

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor


def word_numbers(joined: Sequence[bool]) -> list[int]:
    """Return for each piece the number of its word, from 0.

    Args:
        joined: whether the piece continues the word before it.
    """
    return list(accumulate((not continues for continues in joined[1:]), initial=0))


def merge_pieces(
    weights: Float[Tensor, "*some target source"], targets: Sequence[int], sources: Sequence[int]
) -> Float[Tensor, "*some target_word source_word"]:
    """Turn weights between pieces into weights between words.

    A source word gets what its pieces get together; a target word looks where its pieces look on
    average. Words between which all weight is shared still have rows that sum to one.

    Args:
        weights: attention of target pieces to source pieces, without the end token.
        targets: number of each target piece's word.
        sources: number of each source piece's word.
    """
    source = F.one_hot(torch.tensor(sources)).to(weights)
    target = F.one_hot(torch.tensor(targets)).to(weights)
    return (target / target.sum(dim=0)).T @ weights @ source
