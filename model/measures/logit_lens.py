"""The logit lens: the decoder's vectors after each layer, projected with the rows of E.

Only the last layer is trained to be read like this. Earlier ones can be read, too, because every
layer adds to the same residual stream (nostalgebraist 2020).
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

from model.trace import Trace


def logit_lens(
    trace: Trace, E: Float[Tensor, "vocab d_model"], b: Float[Tensor, " vocab"] | None = None
) -> Float[Tensor, "layer target vocab"]:
    r"""Return the logits $x^{(l)} E^\top$ after every layer of a recorded pass.

    Layer 0 is the input of the first layer, embedding plus position; the last gives the model's own
    logits.

    Args:
        trace: the trace of one sentence.
        E: the shared embedding matrix.
        b: the bias of the logits; only converted models have one.
    """
    return functional.linear(trace.residual_stream("decoder"), E, b)


def token_ranks(
    logits: Float[Tensor, "layer target vocab"], tokens: Sequence[int]
) -> Int[Tensor, "layer target"]:
    """Return the rank of each target position's token in the vocabulary, by layer; 1: likeliest.

    Args:
        logits: logits from ``logit_lens``.
        tokens: the id to rank at each target position, such as the output token.
    """
    return 1 + (logits > gather_tokens(logits, tokens).unsqueeze(-1)).sum(dim=-1)


def gather_tokens(
    values: Float[Tensor, "layer target vocab"], tokens: Sequence[int]
) -> Float[Tensor, "layer target"]:
    """Return, by layer, each target position's value at its token: ``values[l, t, tokens[t]]``."""
    index = torch.tensor(tokens, device=values.device).expand(len(values), -1)
    return values.gather(-1, index.unsqueeze(-1))[..., 0]


def likeliest_tokens(
    logits: Float[Tensor, "layer target vocab"], token_count: int
) -> tuple[Int[Tensor, "layer target count"], Float[Tensor, "layer target count"]]:
    """Return ids and probabilities of the ``token_count`` likeliest tokens, best first, at each
    layer and target position.
    """
    best = logits.softmax(dim=-1).topk(token_count)
    return best.indices, best.values


def decision_layers(ranks: Int[Tensor, "layer target"]) -> Int[Tensor, " target"]:
    """Return, by target position, the first layer from which on the token has rank 1.

    It is 0 if that holds from the embedding on, and one more than the number of the last layer if
    the token does not have rank 1 after the last.

    Args:
        ranks: ranks from ``token_ranks``; row 0 is the embedding.
    """
    stays = (ranks == 1).int().flip(0).cumprod(dim=0)
    return len(ranks) - stays.sum(dim=0)
