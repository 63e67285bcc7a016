"""Log-probabilities, surprisal and loss of output tokens."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor


def log_p(
    logits: Float[Tensor, "*some step vocab"], output_ids: Sequence[int] | Int[Tensor, "*some step"]
) -> Float[Tensor, "*some _"]:
    r"""Return ln p, in nats, of the output token ``output_ids[t]`` at each step t.

    Args:
        logits: logits of each step.
        output_ids: output ids, either one list for all sentences of the batch or a row for each.
            Steps after the last id are left out: a truncated translation has no id for its last
            step.
    """
    output_ids = torch.as_tensor(output_ids, device=logits.device)
    logits = logits[..., : output_ids.shape[-1], :]
    right = output_ids.expand(logits.shape[:-1]).unsqueeze(-1)
    return logits.gather(-1, right).squeeze(-1) - logits.logsumexp(dim=-1)


def surprisal(logits: Float[Tensor, "target vocab"], labels: Sequence[int]) -> Float[Tensor, " _"]:
    r"""Return $-\ln p$, in nats, of the right next token ``labels[t]`` at each position t.

    Args:
        logits: logits of a teacher-forced pass.
        labels: ids of the right next tokens; those beyond the last position are ignored.
    """
    return -log_p(logits.double(), labels[: len(logits)])


def kl_divergence(
    logits_before: Float[Tensor, "*some vocab"], logits_after: Float[Tensor, "*some vocab"]
) -> Float[Tensor, "*some"]:
    r"""Return the KL divergence $\sum_i p_i \log_2 (p_i / q_i)$ in bits; p is before, q after."""
    p, q = (logits.double().log_softmax(dim=-1) for logits in (logits_before, logits_after))
    return (p.exp() * (p - q)).sum(dim=-1) / math.log(2)


def output_probabilities(
    logits: Float[Tensor, "target vocab"], output_ids: Sequence[int]
) -> Float[Tensor, " _"]:
    """Return the probability of the output token ``output_ids[t]`` at each step t.

    Args:
        logits: logits of each step.
        output_ids: output ids. Steps after the last one are left out: a truncated translation has
            no id for its last step.
    """
    return log_p(logits, output_ids).exp()


def mean_loss(logits: Float[Tensor, "target vocab"], output_ids: Sequence[int]) -> float:
    r"""Return the mean $-\ln p$ of the output tokens, one for each step, in nats."""
    return -log_p(logits, output_ids).mean().item()
