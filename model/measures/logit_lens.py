"""What each layer of the decoder would already say: its vectors, compared with the rows of E.

Only the last layer is trained to be read like this. That earlier ones can be read, too, is because
every layer adds to the same stream (the "logit lens", nostalgebraist 2020).
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

    Layer 0 is what enters the first layer, embedding plus position; the last one are the model's
    own logits.

    Args:
        trace: of one sentence.
        E: the shared embedding matrix.
        b: the bias of the logits; only converted models have one.
    """
    return functional.linear(trace.residual_stream("decoder"), E, b)


def token_ranks(
    logits: Float[Tensor, "layer target vocab"], tokens: Sequence[int]
) -> Int[Tensor, "layer target"]:
    """Return the place of a token among all of the vocabulary; the likeliest has place 1.

    Args:
        logits: from ``logit_lens``.
        tokens: for each target position the id that is looked for, such as what was said there.
    """
    return 1 + (logits > pick_tokens(logits, tokens).unsqueeze(-1)).sum(dim=-1)


def pick_tokens(
    numbers: Float[Tensor, "layer target vocab"], tokens: Sequence[int]
) -> Float[Tensor, "layer target"]:
    """Pick the numbers of one token at each target position, after every layer."""
    index = torch.tensor(tokens, device=numbers.device).expand(len(numbers), -1)
    return numbers.gather(-1, index.unsqueeze(-1))[..., 0]


def likeliest_tokens(
    logits: Float[Tensor, "layer target vocab"], count: int
) -> tuple[Int[Tensor, "layer target count"], Float[Tensor, "layer target count"]]:
    """Return the ids of the likeliest tokens after every layer, and their probabilities."""
    best = logits.softmax(dim=-1).topk(count)
    return best.indices, best.values


def decision_layers(places: Int[Tensor, "layer target"]) -> Int[Tensor, " target"]:
    """Return the first layer from which on a token stays the likeliest, 0 being the embedding.

    Where it is not the likeliest in the end, the result is one more than the last layer.

    Args:
        places: from ``token_ranks``.
    """
    stays = (places == 1).int().flip(0).cumprod(dim=0)
    return len(places) - stays.sum(dim=0)
