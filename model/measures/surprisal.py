"""How surprised a model is by what it should say."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def surprisal(
    logits: Float[Tensor, "target vocab"], following: Sequence[int]
) -> Float[Tensor, " _"]:
    r"""Return $-\ln p$ of the right next token at each position: the terms of the loss, in nats.

    Args:
        logits: of a teacher-forced pass.
        following: the right tokens; those beyond the last position are not looked at.
    """
    right = torch.tensor(following[: len(logits)])
    rows = logits[: len(right)].double().log_softmax(dim=-1)
    return -rows.gather(1, right.unsqueeze(1)).squeeze(1)


def divergence(
    before: Float[Tensor, "*some vocab"], after: Float[Tensor, "*some vocab"]
) -> Float[Tensor, "*some"]:
    r"""Return $\sum_i p_i \log_2 (p_i / q_i)$: how far predictions moved from p to q, in bits."""
    p, q = (logits.double().log_softmax(dim=-1) for logits in (before, after))
    return (p.exp() * (p - q)).sum(dim=-1) / math.log(2)


def probabilities(
    logits: Float[Tensor, "target vocab"], said: Sequence[int]
) -> Float[Tensor, " _"]:
    """Return how probable each row finds the token that was said there.

    Args:
        logits: of all rows.
        said: ids; a translation that was cut has none for its last row.
    """
    return logits.softmax(dim=-1)[range(len(said)), list(said)]


def loss(logits: Float[Tensor, "target vocab"], said: Sequence[int]) -> float:
    r"""Return the mean of $-\ln p$ over the tokens that were said."""
    return -logits.log_softmax(dim=-1)[range(len(said)), list(said)].mean().item()
