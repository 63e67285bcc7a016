r"""The backward pass of one sentence: the gradient of its loss, at every tap and every weight.

The loss is the sum over the tokens of the right answer, not their mean: so the gradient at the
logits is softmax minus target itself, row by row.
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
from model.trace import gradients, recording, taps_by_name
from model.transformer import Transformer

ROAD = ".residual"  # how the name of a tap ends where x goes past its sub-layer


@dataclass(frozen=True)
class Example:
    """A sentence and its right translation, as training reads them.

    Args:
        source: ids of the sentence, the end token last.
        target: ids that the decoder reads: the start token, then the right translation.
        right: the id that should follow after each of them.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    right: tuple[int, ...]

    @classmethod
    def of(cls, source: Sequence[int], start: int, right: Sequence[int]) -> "Example":
        """Return the example with this sentence, start token and right translation."""
        target = decoder_input(start, list(right))
        return cls(tuple(source), tuple(target[: len(right)]), tuple(right))


def right_ids(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    """Return the ids of a right translation that somebody typed, the end token last.

    Raises:
        Fault: if it is empty, too long, or holds a sign that the vocabulary lacks.
    """
    ids = tokenizer.encode_target(text)
    if not ids:
        raise Fault("there is no right answer: type a translation")
    if (count := len(ids)) >= MAX_PIECES:
        raise Fault(
            "the right answer has {count} pieces, and {most} are the most: shorten it",
            count=count, most=MAX_PIECES - 1,
        )  # fmt: skip
    if UNK in ids:
        parts = zip(tokenizer.surfaces(text), ids, strict=False)
        sign = next((part.strip() for part, one in parts if one == UNK), "")
        raise Fault("the vocabulary has no piece for “{sign}” of the right answer", sign=sign)
    return (*ids, EOS)


@dataclass(frozen=True)
class Backward:
    """What one backward pass left behind.

    Args:
        losses: of each token of the right answer, in nats.
        forward: what passed the taps on the way up.
        gradients: of the summed loss, at the same taps; and at the weights, if they were wanted.
        inputs: what each matrix was multiplied with, by its name.
        outputs: the gradient at what came out of it.
    """

    losses: Float[Tensor, " target"]
    forward: Trace
    gradients: Trace
    inputs: Mapping[str, Float[Tensor, "position _"]]
    outputs: Mapping[str, Float[Tensor, "position _"]]


def token_losses(
    logits: Float[Tensor, "target vocab"], right: Sequence[int], smoothing: float
) -> Float[Tensor, " target"]:
    r"""Return the cross-entropy of each token with its smoothed target, in nats.

    $$L_t = -\sum_k q_t(k) \ln p_t(k), \quad
      q_t(k) = (1 - \epsilon)\,[k = y_t] + \epsilon / V$$
    """
    ids = torch.tensor(right, device=logits.device)
    # In double precision: the slopes of a smoothed loss are sums over the whole vocabulary.
    return cross_entropy(logits.double(), ids, reduction="none", label_smoothing=smoothing)


def backward(
    model: Transformer,
    example: Example,
    smoothing: float = 0.0,
    roads: bool = True,
    weights: bool = False,
    names: Container[str] | None = None,
) -> Backward:
    """Read an example, then follow its loss back through the network.

    Args:
        model: the network; nothing of it changes, and nothing is left at its weights.
        example: what is read, and what is right.
        smoothing: share of each target that is spread evenly over the vocabulary.
        roads: whether the residual additions pass the gradient on; without them it takes the
            sub-layers only. The forward pass is the same.
        weights: whether the gradients at the weights are wanted, too.
        names: of the taps that are kept; None for all.
    """
    own = share_weights(model, weights)
    # What passes there is x itself, which goes elsewhere, too: a tensor of its own has a gradient
    # of its own.
    way: Callable[[Tensor], Tensor] = torch.Tensor.clone if roads else torch.Tensor.detach
    edits = {name: way for name in taps_by_name(own) if name.endswith(ROAD)}
    with gradients(True), recording(own, edits, grad=True, names=names) as trace:
        with _noting(own) as noted:
            logits = _logits(own, example)
        losses = token_losses(logits, example.right, smoothing)
        losses.sum().backward()
    found = trace.gradients()
    if weights:
        found = _with_weights(found, own)
    outputs = {name: y.grad for name, (_, y) in noted.items() if y.grad is not None}
    return Backward(
        losses=losses.detach().to(logits.dtype),
        forward=Trace({name: trace[name].detach() for name in trace}, trace.axes),
        gradients=found,
        inputs={name: x.detach().flatten(0, 1) for name, (x, _) in noted.items()},
        outputs={name: g.flatten(0, 1) for name, g in outputs.items()},
    )


@gradients(False)
def loss_of(model: Transformer, example: Example, smoothing: float = 0.0) -> float:
    """Return the summed loss of an example, in nats."""
    return token_losses(_logits(model, example), example.right, smoothing).sum().item()


def share_weights(model: Transformer, trained: bool = True) -> Transformer:
    """Return a network of one's own that reads the very numbers of another: no memory is copied.

    Args:
        model: whose weights are read; its own gradients stay empty.
        trained: whether gradients reach them in the result.
    """
    own: dict[int, object] = {
        id(W): nn.Parameter(W.detach(), requires_grad=trained) for W in model.parameters()
    }
    own |= {id(buffer): buffer for buffer in model.buffers()}
    return copy.deepcopy(model, own)


def _logits(model: Transformer, example: Example) -> Float[Tensor, "target vocab"]:
    device = model.E.weight.device
    source = torch.tensor([example.source], device=device)
    return model(source, torch.tensor([example.target], device=device))[0]


@contextmanager
def _noting(model: Transformer) -> Iterator[dict[str, tuple[Tensor, Tensor]]]:
    """Note what enters and leaves every matrix, by the name of the matrix."""
    noted: dict[str, tuple[Tensor, Tensor]] = {}

    def note(name: str, module: nn.Module, given: tuple[Tensor, ...], made: Tensor) -> None:
        if made.requires_grad:
            made.retain_grad()
        noted[name] = given[0], made

    hooks = [
        module.register_forward_hook(partial(note, f"{path}.weight"))
        for path, module in model.named_modules()
        if isinstance(module, nn.Linear)
    ]
    try:
        yield noted
    finally:
        for hook in hooks:
            hook.remove()


def _with_weights(found: Trace, model: Transformer) -> Trace:
    """Return gradients at the taps and, after them, at the weights that the loss reached."""
    at_weights = {name: W.grad for name, W in model.named_parameters() if W.grad is not None}
    axes = {name: weight_axes(name, gradient.dim()) for name, gradient in at_weights.items()}
    return Trace({**found, **at_weights}, {**found.axes, **axes})


def weight_axes(name: str, count: int) -> tuple[str, ...]:
    """Return the names of a weight's axes: what comes out of it, then what goes in."""
    if name == "E.weight":
        return ("vocab", "d_model")
    if name == "b":
        return ("vocab",)
    out, given = {
        "W_1": ("d_ff", "d_model"),
        "W_2": ("d_model", "d_ff"),
    }.get(name.split(".")[-2], ("d_model", "d_model"))
    return (out, given)[:count]
