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
        logits: for each target token, the scores of all tokens that may follow it.
        token_count: how many tokens to return for each position.

    Returns:
        Ids, logits and probabilities of these tokens, likeliest first; a row for each position.
    """
    best = logits.topk(token_count, dim=-1)
    probabilities = logits.softmax(dim=-1).gather(-1, best.indices)
    return best.indices, best.values, probabilities


def gather_probabilities(
    logits: Float[Tensor, "target vocab"], next_ids: Sequence[int]
) -> Float[Tensor, " target"]:
    """Return, for each target position t, the probability of next_ids[t], the token that follows
    there.

    Args:
        logits: row t scores what follows after target token t.
        next_ids: ids of the tokens that follow, one for each row.
    """
    followed = torch.tensor(next_ids).unsqueeze(1)
    return logits.softmax(dim=-1).gather(-1, followed).squeeze(1)


def find_silenced_heads(heads: Float[Tensor, "layer head query d_k"]) -> list[list[int]]:
    """Return, for each layer, the indices (from 0) of its silenced heads: those whose output is 0
    in every component at every position.

    Args:
        heads: output of each attention head at each query position.
    """
    zero = (heads == 0).all(dim=-1).all(dim=-1)
    return [layer.nonzero().flatten().tolist() for layer in zero]


def wave_columns(positions: Float[Tensor, "position d_model"]) -> list[int]:
    """Return three column indices of the positional encodings, to be drawn in a thumbnail.

    All three are columns of sines, and their wavelengths differ so much that one sees it.

    Args:
        positions: the positional encodings, one row for each position.
    """
    step = positions.shape[1] * 3 // 64 * 2  # even: the sines
    return [0, step, 2 * step]
