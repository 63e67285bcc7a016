r"""The backward pass of one sentence: gradients of its loss at every tap and every weight.

The loss is summed over the tokens of the reference, not averaged: so the gradient at the logits is
softmax minus target, row by row.
"""

import copy
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from model.config import MAX_PIECES
from model.faults import Fault
from model.tensors import Trace
from model.tokenizer import EOS, UNK, Tokenizer
from model.tokens import decoder_input
from model.trace import grad_mode, recording, taps_by_name
from model.transformer import Transformer

RESIDUAL_SUFFIX = ".residual"  # suffix of the taps of residual connections


@dataclass(frozen=True)
class Example:
    """A training example: a sentence and its reference translation, as ids.

    Args:
        source: ids of the sentence, the end token last.
        target: input ids of the decoder: the start token, then the reference.
        labels: the right next id after each of them.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    labels: tuple[int, ...]

    @classmethod
    def from_ids(cls, source: Sequence[int], start_id: int, labels: Sequence[int]) -> "Example":
        """Return the training example for a sentence and its reference translation.

        Args:
            source: ids of the sentence, the end token last.
            start_id: id of the start token of the target language.
            labels: ids of the reference, the end token last. The decoder reads the start token, and
                then all of them but the last.
        """
        target = decoder_input(start_id, list(labels))
        return cls(tuple(source), tuple(target[: len(labels)]), tuple(labels))


def encode_reference(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    """Return the token ids of a typed reference translation, the end token last.

    Raises:
        Fault: a ValueError, if the text is empty, too long, or has a character that the vocabulary
            lacks.
    """
    ids = tokenizer.encode_target(text)
    if not ids:
        raise Fault("there is no right answer: type a translation")
    if (count := len(ids)) >= MAX_PIECES:
        raise Fault(
            "the right answer has {count} pieces, but at most {most} are allowed, so shorten it",
            count=count, most=MAX_PIECES - 1,
        )  # fmt: skip
    if UNK in ids:
        parts = zip(tokenizer.surfaces(text), ids, strict=False)
        sign = next((part.strip() for part, one in parts if one == UNK), "")
        raise Fault("the vocabulary has no piece for “{sign}” in the right answer", sign=sign)
    return (*ids, EOS)


@dataclass(frozen=True)
class Backward:
    """The results of one backward pass.

    Args:
        losses: loss of each token of the reference, in nats.
        forward: activations at the taps.
        gradients: gradients of the summed loss at the same taps; and at the weights, if wanted.
        inputs: input of each matrix, by the matrix's name.
        outputs: gradient at the output of each matrix.
    """

    losses: Float[Tensor, " target"]
    forward: Trace
    gradients: Trace
    inputs: Mapping[str, Float[Tensor, "position _"]]
    outputs: Mapping[str, Float[Tensor, "position _"]]


def token_losses(
    logits: Float[Tensor, "target vocab"], labels: Sequence[int], smoothing: float
) -> Float[Tensor, " target"]:
    r"""Return the loss of each target token: its label-smoothed cross-entropy, in nats.

    $$L_t = -\sum_k q_t(k) \ln p_t(k), \quad
      q_t(k) = (1 - \epsilon)\,[k = y_t] + \epsilon / V$$

    Args:
        logits: the logits at each target position.
        labels: $y_t$, the id of the right token at each of these positions.
        smoothing: $\epsilon$, the share of the target spread evenly over the vocabulary of size V.
    """
    ids = torch.tensor(labels, device=logits.device)
    # In double precision: gradients of a smoothed loss are sums over the whole vocabulary.
    return cross_entropy(logits.double(), ids, reduction="none", label_smoothing=smoothing)


def backward_pass(
    model: Transformer,
    example: Example,
    smoothing: float = 0.0,
    residuals: bool = True,
    weights: bool = False,
    names: Container[str] | None = None,
) -> Backward:
    """Run the forward and the backward pass of an example; return all activations and gradients.

    Args:
        model: the network; it does not change, and its weights get no gradients.
        example: source, decoder input and reference.
        smoothing: share of each target that is spread evenly over the vocabulary.
        residuals: whether gradients flow through the residual connections; else only through the
            sub-layers. The forward pass is the same.
        weights: whether to return the gradients at the weights, too.
        names: names of the taps whose activations and gradients are returned; None for all.
    """
    own = share_weights(model, weights)
    # A residual tap sees x itself, which the sub-layer reads, too: only a copy has a gradient of
    # its own.
    way: Callable[[Tensor], Tensor] = torch.Tensor.clone if residuals else torch.Tensor.detach
    edits = {name: way for name in taps_by_name(own) if name.endswith(RESIDUAL_SUFFIX)}
    with grad_mode(True), recording(own, edits, grad=True, names=names) as trace:
        with _record_matrices(own) as noted:
            logits = _forced_logits(own, example)
        losses = token_losses(logits, example.labels, smoothing)
        losses.sum().backward()
    found = trace.gradients()
    if weights:
        found = _add_weight_gradients(found, own)
    outputs = {name: y.grad for name, (_, y) in noted.items() if y.grad is not None}
    return Backward(
        losses=losses.detach().to(logits.dtype),
        forward=Trace({name: trace[name].detach() for name in trace}, trace.axes),
        gradients=found,
        inputs={name: x.detach().flatten(0, 1) for name, (x, _) in noted.items()},
        outputs={name: g.flatten(0, 1) for name, g in outputs.items()},
    )


@grad_mode(False)
def summed_loss(model: Transformer, example: Example, smoothing: float = 0.0) -> float:
    """Return the loss of an example, summed over its target tokens, in nats.

    Args:
        model: the network.
        example: source, decoder input and reference.
        smoothing: share of each target that is spread evenly over the vocabulary, from 0 to 1.
    """
    return token_losses(_forced_logits(model, example), example.labels, smoothing).sum().item()


def share_weights(model: Transformer, requires_grad: bool = True) -> Transformer:
    """Return a second network that uses the same weights in memory, but has gradients of its own.

    Args:
        model: the network to share; its weights get no gradients.
        requires_grad: whether the second network's weights require gradients.
    """
    own: dict[int, object] = {
        id(W): nn.Parameter(W.detach(), requires_grad=requires_grad) for W in model.parameters()
    }
    own |= {id(buffer): buffer for buffer in model.buffers()}
    return copy.deepcopy(model, own)


def _forced_logits(model: Transformer, example: Example) -> Float[Tensor, "target vocab"]:
    """Return the teacher-forced logits of an example."""
    device = model.E.weight.device
    source = torch.tensor([example.source], device=device)
    return model(source, torch.tensor([example.target], device=device))[0]


@contextmanager
def _record_matrices(model: Transformer) -> Iterator[dict[str, tuple[Tensor, Tensor]]]:
    """Record the input and output of every linear layer inside a ``with`` block, by weight name."""
    recorded: dict[str, tuple[Tensor, Tensor]] = {}

    def note(name: str, module: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> None:
        """Store input and output of a linear layer: a forward hook."""
        if output.requires_grad:
            output.retain_grad()
        recorded[name] = inputs[0], output

    hooks = [
        module.register_forward_hook(partial(note, f"{path}.weight"))
        for path, module in model.named_modules()
        if isinstance(module, nn.Linear)
    ]
    try:
        yield recorded
    finally:
        for hook in hooks:
            hook.remove()


def _add_weight_gradients(gradients: Trace, model: Transformer) -> Trace:
    """Return a trace of gradients, extended by the weights' gradients."""
    at_weights = {name: W.grad for name, W in model.named_parameters() if W.grad is not None}
    axes = {name: weight_axes(name, gradient.dim()) for name, gradient in at_weights.items()}
    return Trace({**gradients, **at_weights}, {**gradients.axes, **axes})


def weight_axes(name: str, axis_count: int) -> tuple[str, ...]:
    """Return the names of a weight's axes, the output axis first: ("d_ff", "d_model") for W_1.

    Args:
        name: the weight's name, such as ``decoder.layers.0.feed_forward.W_1.weight``.
        axis_count: number of its axes: 2 for a matrix; 1 for a bias, which has an output axis only.
    """
    if name == "E.weight":
        return ("vocab", "d_model")
    if name == "b":
        return ("vocab",)
    out, given = {
        "W_1": ("d_ff", "d_model"),
        "W_2": ("d_model", "d_ff"),
    }.get(name.split(".")[-2], ("d_model", "d_model"))
    return (out, given)[:axis_count]
