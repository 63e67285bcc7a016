r"""How much a translation needs each head: by silencing it, and by a gradient.

Every head is multiplied by a gate $\xi$: 1 leaves it as it is, 0 silences it.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from model.census.orders import list_heads, make_head_gates
from model.config import ModelConfig
from model.measures.surprisal import log_p
from model.parts import ATTENTIONS
from model.tokenizer import PAD
from model.trace import Edit, editing
from model.transformer import Transformer

MAX_TOKENS = 2_000  # tokens computed at once, to bound memory


def gate_edits(
    gates: Float[Tensor, "batch attention layer head"], config: ModelConfig
) -> Mapping[str, Edit]:
    """Return edits, by tap name, that multiply each head's output by its gate: 0 silences it.

    Args:
        gates: a gate for each head, for each sentence of the batch. "attention" runs over the keys
            of ``ATTENTIONS``, in their order.
        config: the model's configuration.
    """
    return {
        f"{path.format(layer)}.heads": partial(
            torch.mul, other=gates[:, number, layer, :, None, None]
        )
        for number, (kind, path) in enumerate(ATTENTIONS.items())
        for layer in config.layers(kind)
    }


def gates_silencing_each(config: ModelConfig) -> Float[Tensor, "batch attention layer head"]:
    """Return a batch of head gates with one entry for each head, in which only its gate is 0.
    All other gates are 1. The batch is in the order of ``list_heads``.
    """
    return make_head_gates([[one] for one in list_heads(config)], config)


@torch.inference_mode()
def log_probabilities_under_gates(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    gates: Float[Tensor, "batch attention layer head"],
) -> tuple[Float[Tensor, "batch target"], Float[Tensor, "batch target"]]:
    """Return the log-probabilities of a translation's tokens when gates scale the heads' outputs.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids of the translation, the start token first. All tokens after it are scored,
            usually up to the end token.
        gates: gates (0 to 1) of all heads, for each run of the sentence in the batch.

    Returns:
        ln p of each scored token, in nats; and ln p of the most probable token at its step.
    """
    rows = max(1, MAX_TOKENS // (len(source) + len(translation)))
    found = [
        _log_probabilities_of_batch(model, source, translation, some) for some in gates.split(rows)
    ]
    said, likeliest = (torch.cat(each) for each in zip(*found, strict=True))
    return said, likeliest


def _log_probabilities_of_batch(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    gates: Float[Tensor, "batch attention layer head"],
) -> tuple[Float[Tensor, "batch target"], Float[Tensor, "batch target"]]:
    """Return the results of ``log_probabilities_under_gates`` for one batch of rows."""
    device = model.E.weight.device
    sources = torch.tensor([source], device=device).expand(len(gates), -1)
    targets = torch.tensor([translation], device=device).expand(len(gates), -1)
    gates = gates.to(device)
    # Copies with the same encoder gates share one memory.
    encoders, memory_of = gates[:, 0].unique(dim=0, return_inverse=True)
    read = torch.ones_like(gates[: len(encoders)])
    read[:, 0] = encoders
    with editing(model, gate_edits(read, model.config)):
        memory = model.encode(sources[: len(read)])[memory_of]
    with editing(model, gate_edits(gates, model.config)):
        logits = model.project(model.decode(targets[:, :-1], memory, sources != PAD))
    logits = logits.float()
    said, likeliest = log_p(logits, targets[:, 1:]), log_p(logits, logits.argmax(dim=-1))
    return said.cpu(), likeliest.cpu()


def losses_by_silencing(
    model: Transformer, source: Sequence[int], translation: Sequence[int]
) -> Float[Tensor, "attention layer head"]:
    """Return the drop in ln p of a translation, in nats, when each head alone is silenced.
    A positive number means that the translation is less likely without the head. Where a stack has
    fewer layers than the other, the values of the missing layers are 0.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids from the start token to the end token.
    """
    copies = gates_silencing_each(model.config)
    whole = torch.ones_like(copies[:1])
    said, _ = log_probabilities_under_gates(model, source, translation, torch.cat([whole, copies]))
    totals = said.double().sum(dim=-1)
    lost = totals.new_zeros(copies.shape[1:], dtype=torch.float)
    lost[(copies == 0).any(dim=0)] = (totals[0] - totals[1:]).float()
    return lost


def gate_gradient(
    model: Transformer, source: Sequence[int], translation: Sequence[int]
) -> Float[Tensor, "attention layer head"]:
    r"""Return the signed gradient of $-\ln p(\mathrm{translation})$ with respect to head gates.

    All gates are 1. A negative gradient means that scaling the head up makes the translation more
    likely. Michel et al. (2019) rank heads by the absolute gradient, averaged over sentences.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids from the start token to the end token.
    """
    shape = (1, len(ATTENTIONS), model.config.max_depth, model.config.h)
    device = model.E.weight.device
    target = torch.tensor([translation], device=device)
    with torch.enable_grad():
        gates = torch.ones(shape, device=device, requires_grad=True)
        with editing(model, gate_edits(gates, model.config)):
            logits = model(torch.tensor([source], device=device), target[:, :-1])
        loss = -log_p(logits.float(), target[:, 1:]).sum()
        [found] = torch.autograd.grad(loss, gates)
    return found[0].cpu()
