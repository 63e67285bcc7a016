"""Where a loss begins: a model with fresh weights, before its first step."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from model.fresh_weights import build_empty
from model.transformer import Transformer

SEED = 1


@dataclass(frozen=True)
class Beginning:
    """What a model with fresh weights does with one translation; losses in nats per token.

    Args:
        shared: its loss; as in the paper, the logits are computed with E.
        others: the loss among all tokens but the one just read.
        apart: the loss where the logits are computed with a matrix of their own, drawn like E.
        even: the loss of equal probabilities, ln V.
        echoed: at how many steps the token just read is the likeliest.
        echo: its probability, on average.
        steps: how many there are.
    """

    shared: float
    others: float
    apart: float
    even: float
    echoed: int
    echo: float
    steps: int


def fresh(like: Transformer, chance: torch.Generator) -> Transformer:
    """Return a model of the same sizes, with the weights that a training begins with."""
    model = build_empty(lambda: Transformer(like.config))
    for name, buffer in like.named_buffers():  # what is computed and not learned: positions
        model.get_buffer(name).copy_(buffer)
    model.initialize(chance)
    return model.eval()


@torch.inference_mode()
def beginning(like: Transformer, source: Sequence[int], target: Sequence[int]) -> Beginning:
    """Let a fresh model predict a translation.

    Args:
        like: whose sizes it has.
        source: ids of the sentence, the end token last.
        target: ids of the translation, from the start token to the end token.
    """
    chance = torch.Generator().manual_seed(SEED)
    model = fresh(like, chance)
    E = model.E.weight
    own = torch.normal(0.0, E.shape[1] ** -0.5, E.shape, generator=chance)
    read, following = torch.tensor(target[:-1]), torch.tensor(target[1:])
    ids = torch.tensor([source])
    x = model.decode(read.unsqueeze(0), model.encode(ids), torch.ones_like(ids, dtype=torch.bool))
    logits = model.project(x)[0]
    new = read != following  # a word said twice is not among the others
    return Beginning(
        shared=cross_entropy(logits, following).item(),
        others=cross_entropy(without(logits, read)[new], following[new]).item(),
        apart=cross_entropy(x[0] @ own.T, following).item(),
        even=math.log(len(E)),
        echoed=int((logits.argmax(dim=-1) == read).sum()),
        echo=logits.softmax(dim=-1).gather(1, read.unsqueeze(1)).mean().item(),
        steps=len(read),
    )


def without(
    logits: Float[Tensor, "target vocab"], left_out: Int[Tensor, " target"]
) -> Float[Tensor, "target vocab"]:
    """Leave one token out of each step's softmax."""
    return logits.scatter(1, left_out.unsqueeze(1), -math.inf)
