"""Initial losses: a model with fresh weights, before its first step."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from model.fresh_weights import build_uninitialized
from model.transformer import Transformer

SEED = 1


@dataclass(frozen=True)
class UntrainedLosses:
    """Losses of an untrained model on one translation, in nats per token.

    Args:
        shared_embedding: its loss with the logits computed from E, as in the paper.
        without_input_token: its loss with the token just read excluded from the softmax.
        separate_output_matrix: its loss with an output matrix of its own, drawn like E.
        uniform: loss of the uniform distribution, ln V.
        copied_steps: number of steps at which the token just read is the argmax.
        copy_probability: mean probability of the token just read.
        steps: number of steps.
    """

    shared_embedding: float
    without_input_token: float
    separate_output_matrix: float
    uniform: float
    copied_steps: int
    copy_probability: float
    steps: int


def build_untrained_model(trained_model: Transformer, generator: torch.Generator) -> Transformer:
    """Return a model with the sizes of another one, and with new random weights.

    Args:
        trained_model: model whose sizes and positional encodings are taken.
        generator: random generator that draws the weights.
    """
    model = build_uninitialized(lambda: Transformer(trained_model.config))
    for (
        name,
        buffer,
    ) in trained_model.named_buffers():  # computed, not learned: positional encodings
        model.get_buffer(name).copy_(buffer)
    model.initialize(generator)
    return model.eval()


@torch.inference_mode()
def compute_untrained_losses(
    trained_model: Transformer, source: Sequence[int], target: Sequence[int]
) -> UntrainedLosses:
    """Return the losses, in nats per token, of an untrained model and of two variants of it.

    The variants exclude the token just read, or use a separate output matrix (see
    ``UntrainedLosses``).

    Args:
        trained_model: model whose sizes the untrained model has.
        source: ids of the sentence, the end token last.
        target: ids of the translation, from the start token to the end token.
    """
    chance = torch.Generator().manual_seed(SEED)
    model = build_untrained_model(trained_model, chance)
    E = model.E.weight
    own = torch.normal(0.0, E.shape[1] ** -0.5, E.shape, generator=chance)
    read, following = torch.tensor(target[:-1]), torch.tensor(target[1:])
    ids = torch.tensor([source])
    x = model.decode(read.unsqueeze(0), model.encode(ids), torch.ones_like(ids, dtype=torch.bool))
    logits = model.project(x)[0]
    new = read != following  # skip steps where the token just read is also the target
    return UntrainedLosses(
        shared_embedding=cross_entropy(logits, following).item(),
        without_input_token=cross_entropy(mask_tokens(logits, read)[new], following[new]).item(),
        separate_output_matrix=cross_entropy(x[0] @ own.T, following).item(),
        uniform=math.log(len(E)),
        copied_steps=int((logits.argmax(dim=-1) == read).sum()),
        copy_probability=logits.softmax(dim=-1).gather(1, read.unsqueeze(1)).mean().item(),
        steps=len(read),
    )


def mask_tokens(
    logits: Float[Tensor, "target vocab"], masked_ids: Int[Tensor, " target"]
) -> Float[Tensor, "target vocab"]:
    """Return logits in which one token of each row is excluded: its logit is minus infinity.

    Args:
        logits: the logits at each step of the decoder.
        masked_ids: id of the token to exclude at each step.
    """
    return logits.scatter(1, masked_ids.unsqueeze(1), -math.inf)
