r"""The linearized pass: a pass in which every choice is frozen, and a backward pass through it.

Three things are frozen as a pass computed them: the attention weights, the gates of the hidden
units and the deviation in each norm. What is left adds and multiplies by fixed matrices, so a
difference of two logits is a sum over whatever went in:

$$m = \mathrm{logit}(\mathrm{output}) - \mathrm{logit}(\mathrm{foil})
    = \sum_\mathrm{tokens} + \sum_\mathrm{positions} + \sum_\mathrm{biases}$$

A vector's attribution, its part in that sum, is the gradient of $m$ at it, times the vector. Norms
are frozen like this by Kobayashi et al. (2021), weights and gates by Ameisen et al. (2025).

A gate is what a hidden unit multiplies its input by: $h = g \odot (x W_1 + b_1)$. For ReLU it is 0
or 1, and the linearized pass has the gradient of the network itself. For Swish it is the sigmoid,
the chord from zero to the value: all sums stay exact, but a small change of x has another slope.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.attention import MultiHeadAttention
from model.changes.edits import join_edits
from model.changes.kinds import Change, MissingEverywhere
from model.changes.kinds import collect_edits as edits_of
from model.embedding import Embedding
from model.layers import AddAndNorm, FeedForward
from model.parts import typed_submodule
from model.tokenizer import PAD
from model.trace import Edit, editing, grad_mode
from model.transformer import Transformer

FEED_FORWARD_INPUTS = {"encoder": "add_and_norm_1.output", "decoder": "add_and_norm_2.output"}


@dataclass(frozen=True)
class Decision:
    """One output token and the foil it is compared with.

    Args:
        source: token ids of the sentence, the end token included.
        prefix: token ids the decoder has read: the start token, then the output so far.
        token: id of the output token.
        foil: id of the foil; None for the mean of all tokens.
    """

    source: tuple[int, ...]
    prefix: tuple[int, ...]
    token: int
    foil: int | None


@dataclass(frozen=True, repr=False)
class LinearizedPass:
    """A forward pass linearized at its attention weights, gates and norms, with gradients of m.

    All tensors are those of one sentence, without the batch axis.

    Args:
        network: the network that computed the pass.
        decision: the decision that is explained.
        edits: edits of the pass, by the names of taps.
        centring: 1 if norms subtract the mean, 0 if a change of the model leaves that out.
        m: the margin: logit of the output token minus that of the foil.
        before: tensor at each tap, before edits.
        after: tensor at each tap, after edits and freezing.
        gradients: gradient of m with respect to the tensors in ``before``.
    """

    network: Transformer
    decision: Decision
    edits: Mapping[str, Edit]
    centring: int
    m: float
    before: Mapping[str, Tensor]
    after: Mapping[str, Tensor]
    gradients: Mapping[str, Tensor]

    def __repr__(self) -> str:
        step, foil = len(self.decision.prefix) - 1, self.decision.foil
        other = "the mean of all" if foil is None else f"token {foil}"
        return f"step {step}, token {self.decision.token} against {other}, m = {self.m:.3f}"

    def attribution(self, tap: str) -> Float[Tensor, "*some"]:
        """Return each vector's attribution to m at a tap: gradient times activation, summed."""
        return (self.gradients[tap] * self.before[tap]).sum(dim=-1)

    def output_with_edits_zeroed(self, tap: str) -> Float[Tensor, "*some _"]:
        """Return the tensor at a tap, with zeros for vectors that an edit changed.
        What the edit puts there counts as a bias.
        """
        same = (self.before[tap] == self.after[tap]).all(dim=-1, keepdim=True)
        return self.after[tap] * same

    def apply_edit(self, tap: str, rows: Tensor) -> Tensor:
        """Return vectors as changed by the edit of a tap; unchanged if the tap has no edit.

        Args:
            tap: the name of the tap.
            rows: vectors to apply the edit to, such as the rows of a weight matrix.
        """
        return self.edits[tap](rows) if tap in self.edits else rows

    def apply_norm(self, path: str, x: Float[Tensor, "position part d_model"]) -> Tensor:
        r"""Apply a norm with its frozen deviation: $\gamma\,(x - \mathrm{mean}(x)) / \sigma$.

        Args:
            path: module path of the Add & Norm.
            x: vectors at each position.
        """
        norm, norm_input = (
            typed_submodule(self.network, path, AddAndNorm).norm,
            self.after[f"{path}.sum"],
        )
        return apply_frozen_norm(norm, x, norm_input.unsqueeze(1), self.centring)

    @property
    def readout(self) -> Float[Tensor, " d_model"]:
        """Gradient of the logit margin m with respect to the decoder's last hidden state."""
        columns = self.apply_edit("logits", self.network.E.weight.detach().T.unsqueeze(0))[0]
        return _logit_margin(columns, self.decision)

    @property
    def logit_bias(self) -> float:
        """The contribution of the logits' bias to the logit margin m; 0 in the paper's network."""
        b = self.network.b
        if b is None:
            return 0.0
        return _logit_margin(
            self.apply_edit("logits", b.detach()[None, None]), self.decision
        ).item()


def linearize_pass(
    network: Transformer, decision: Decision, changes: Iterable[Change] = ()
) -> LinearizedPass:
    """Return a pass with frozen attention weights, gates and norms, and the gradients of m.
    m is the logit of the decision's token minus that of its foil.

    Args:
        network: the network that computes with these changes; it is not modified.
        decision: the decision that is explained.
        changes: changes made to the model in this pass.
    """
    changes = tuple(changes)
    edits, centring = edits_of(network, changes), int(MissingEverywhere("norm-mean") not in changes)
    holds = _LinearizingEdits(network, edits, centring)
    device = network.E.weight.device
    source = torch.tensor([decision.source], device=device)
    prefix = torch.tensor([decision.prefix], device=device)
    with grad_mode(True), editing(network, holds.edits):
        memory = network.encode(source)
        x = network.decode(prefix, memory, source != PAD)
        m = _logit_margin(network.project(x[:, -1:])[0, 0], decision)
        taps = [tap for tap, value in holds.before.items() if value.requires_grad]
        gradients = torch.autograd.grad(m, [holds.before[tap] for tap in taps], allow_unused=True)
    by_tap = dict(zip(taps, gradients, strict=True))
    return LinearizedPass(
        network,
        decision,
        edits,
        centring,
        m.item(),
        {tap: _drop_batch_axis(value.detach()) for tap, value in holds.before.items()},
        {tap: _drop_batch_axis(value.detach()) for tap, value in holds.after.items()},
        {
            tap: torch.zeros_like(_drop_batch_axis(value))
            if by_tap.get(tap) is None
            else _drop_batch_axis(by_tap[tap])
            for tap, value in holds.before.items()
        },
    )


class _LinearizingEdits:
    """Edits that linearize a pass, and record the tensors at taps before and after other edits.

    The attention weights, the gates of the hidden units and the standard deviation in each norm are
    frozen: constant in the backward pass.
    """

    def __init__(self, network: Transformer, edits: Mapping[str, Edit], centring: int) -> None:
        """Join the edits that record and freeze with the given edits.

        At a tap, the edits that record a tensor before it is changed (in the attribute ``before``)
        or freeze gates act before a given edit; all others act after it.

        Args:
            network: the network that the pass runs through.
            edits: edits of the pass, by the names of taps.
            centring: 1 if norms subtract the mean, 0 if a change of the model leaves that out.
        """
        self.before: dict[str, Tensor] = {}
        self.after: dict[str, Tensor] = {}
        self._network, self._centring = network, centring
        first: dict[str, Edit] = {}
        last: dict[str, Edit] = {}
        for path, module in network.named_modules():
            match module:
                case Embedding():
                    last |= self._edits_at(path, self._start_gradient, "embedding", "positions")
                case MultiHeadAttention():
                    first |= self._edits_at(path, self._record_input, "heads")
                    last |= self._edits_at(path, self._freeze_weights, "weights")
                    last |= self._edits_at(path, self._record_output, "heads")
                case FeedForward():
                    first |= self._edits_at(path, self._freeze_gates, "hidden")
                    last |= self._edits_at(path, self._record_output, "hidden")
                case AddAndNorm():
                    first |= self._edits_at(path, self._record_input, "residual", "sublayer")
                    last |= self._edits_at(path, self._record_output, "residual", "sublayer", "sum")
                    last |= self._edits_at(path, self._freeze_norm, "output")
        self.edits = join_edits(first, edits, last)

    def _edits_at(
        self, path: str, edit: Callable[[str, Tensor], Tensor], *taps: str
    ) -> dict[str, Edit]:
        """Return the same edit, bound to each of these taps of a module."""
        return {f"{path}.{tap}": partial(edit, f"{path}.{tap}") for tap in taps}

    def _start_gradient(self, tap: str, value: Tensor) -> Tensor:
        """Return the tensor as a new leaf that requires a gradient: an edit of a stack's input."""
        self.before[tap] = self.after[tap] = value.detach().requires_grad_()
        return self.after[tap]

    def _record_input(self, tap: str, value: Tensor) -> Tensor:
        """Record in ``before`` the tensor that comes to a tap, and return it."""
        self.before[tap] = value
        return value

    def _record_output(self, tap: str, value: Tensor) -> Tensor:
        """Record in ``after`` the tensor that leaves a tap, after its edits, and return it."""
        self.after[tap] = value
        return value

    def _freeze_weights(self, tap: str, weights: Tensor) -> Tensor:
        """Freeze the attention weights: no gradient flows through them."""
        return self._record_output(tap, weights.detach())

    def _freeze_gates(self, tap: str, hidden: Tensor) -> Tensor:
        """Replace the hidden layer by its frozen gates times the pre-activations."""
        path = tap.removesuffix(".hidden")
        inputs = typed_submodule(self._network, path, FeedForward).W_1(
            self.after[feed_forward_input_tap(path)]
        )
        gates = self._record_output(f"{path}.gates", gate_values(inputs, hidden).detach())
        return self._record_input(tap, gates * inputs)

    def _freeze_norm(self, tap: str, output: Tensor) -> Tensor:
        """Replace LayerNorm by a linear map (scale frozen) plus a constant, of unchanged output."""
        path = tap.removesuffix(".output")
        norm, norm_input = (
            typed_submodule(self._network, path, AddAndNorm).norm,
            self.after[f"{path}.sum"],
        )
        linear = apply_frozen_norm(norm, norm_input, norm_input.detach(), self._centring)
        return self._record_output(
            tap, self._record_input(tap, linear + (output - linear).detach())
        )


def apply_frozen_norm(norm: nn.LayerNorm, x: Tensor, norm_input: Tensor, centring: int) -> Tensor:
    r"""Return $\gamma\,(x - \mathrm{mean}(x)) / \sigma$, a LayerNorm without bias.

    Args:
        norm: the LayerNorm, whose weight is $\gamma$.
        x: the vectors to normalize.
        norm_input: the vectors whose standard deviation is $\sigma$.
        centring: 1 to subtract the mean, 0 not to.
    """
    middle = norm_input - centring * norm_input.mean(dim=-1, keepdim=True)
    deviation = (middle.square().mean(dim=-1, keepdim=True) + norm.eps).sqrt()
    return (x - centring * x.mean(dim=-1, keepdim=True)) / deviation * norm.weight


def gate_values(inputs: Tensor, hidden: Tensor) -> Tensor:
    """Return each hidden unit's gate, ``hidden`` divided by ``inputs``; 0 where ``inputs`` is 0.

    Args:
        inputs: pre-activations of the hidden units.
        hidden: their activations.
    """
    return torch.where(inputs == 0, 0.0, hidden / inputs)


def feed_forward_input_tap(path: str) -> str:
    """Return the name of the tap that records the input of a feed-forward network.

    Args:
        path: module path of the network, such as ``encoder.layers.0.feed_forward``.
    """
    return path.removesuffix("feed_forward") + FEED_FORWARD_INPUTS[path.partition(".")[0]]


def _logit_margin(
    logits: Float[Tensor, "*some vocab"], decision: Decision
) -> Float[Tensor, "*some"]:
    """Return the output token's logit minus the foil's (or minus the mean of all logits)."""
    other = logits.mean(dim=-1) if decision.foil is None else logits[..., decision.foil]
    return logits[..., decision.token] - other


def _drop_batch_axis(value: Tensor) -> Tensor:
    """Return the value without its batch axis, if it has one."""
    return value[0] if value.dim() > 2 else value
