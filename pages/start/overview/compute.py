"""Values for the overview's diagram: next tokens, silenced heads, columns of the positions."""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor


def next_tokens(
    logits: Float[Tensor, "target vocab"], token_count: int
) -> tuple[
    Int[Tensor, "target {token_count}"],
    Float[Tensor, "target {token_count}"],
    Float[Tensor, "target {token_count}"],
]:
    """Return the likeliest next tokens at each position of the target.

    Args:
        logits: for each target position, the logits of the token that follows.
        token_count: number of tokens to return for each position.

    Returns:
        Ids, logits and probabilities of these tokens, likeliest first; a row for each position.
    """
    best = logits.topk(token_count, dim=-1)
    probabilities = logits.softmax(dim=-1).gather(-1, best.indices)
    return best.indices, best.values, probabilities


def gather_probabilities(
    logits: Float[Tensor, "target vocab"], next_ids: Sequence[int]
) -> Float[Tensor, " target"]:
    """Return the probability of the token that follows each target position.

    Args:
        logits: for each target position, the logits of the token that follows.
        next_ids: id of the token that follows each position.
    """
    followed = torch.tensor(next_ids).unsqueeze(1)
    return logits.softmax(dim=-1).gather(-1, followed).squeeze(1)


def find_silenced_heads(heads: Float[Tensor, "layer head query d_k"]) -> list[list[int]]:
    """Return the indices, from 0, of each layer's silenced heads.

    The output of a silenced head is 0 in every component at every position.

    Args:
        heads: output of each attention head at each query position.
    """
    zero = (heads == 0).all(dim=-1).all(dim=-1)
    return [layer.nonzero().flatten().tolist() for layer in zero]


def pick_sine_columns(positions: Float[Tensor, "position d_model"]) -> list[int]:
    """Return the indices of three columns of the positional encodings, to be drawn in a thumbnail.

    All three are columns of sines, of clearly different wavelengths.

    Args:
        positions: the positional encodings, one row for each position.
    """
    step = positions.shape[1] * 3 // 64 * 2  # even: the sines
    return [0, step, 2 * step]
