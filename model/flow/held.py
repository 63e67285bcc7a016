r"""The held network: one pass in which every choice is frozen, and one pass back through it.

Three things are held as a pass computed them: the attention weights, the gates of the hidden units
and the deviation in each norm. What is left adds and multiplies by fixed matrices, so a difference
of two logits is a sum over whatever went in:

$$m = \mathrm{logit}(\mathrm{said}) - \mathrm{logit}(\mathrm{rival})
    = \sum_\mathrm{tokens} + \sum_\mathrm{positions} + \sum_\mathrm{biases}$$

The part of a vector in that sum is the slope of $m$ at it, times the vector. Norms are held like
this by Kobayashi et al. (2021), weights and gates by Ameisen et al. (2025).

A gate is what a hidden unit multiplies its input by: $h = g \odot (x W_1 + b_1)$. Of ReLU it is 0
or 1, and the slope of the held network is that of the network itself. Of Swish it is the sigmoid,
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
from model.changes.kinds import edits as edits_of
from model.embedding import Embedding
from model.layers import AddAndNorm, FeedForward
from model.parts import part
from model.tokenizer import PAD
from model.trace import Edit, editing, gradients
from model.transformer import Transformer

READ = {"encoder": "add_and_norm_1.output", "decoder": "add_and_norm_2.output"}


@dataclass(frozen=True)
class Decision:
    """One output token and the foil it is compared with.

    Args:
        source: ids of the sentence, the end token included.
        prefix: ids that the decoder has read: the start token, then what was written.
        said: id of the token that follows.
        rival: id of another token that could follow; None for the mean of all tokens.
    """

    source: tuple[int, ...]
    prefix: tuple[int, ...]
    said: int
    rival: int | None


@dataclass(frozen=True, repr=False)
class Held:
    """A forward pass linearized at its attention weights, gates and norms, with gradients of m.

    All tensors are those of one sentence, without the axis of the batch.

    Args:
        network: the network that computed.
        decision: what is explained.
        edits: what was changed in the pass, by the names of taps.
        centring: 1 where norms subtract the mean, 0 where a change keeps it.
        m: by how much the logit of the token that was said is the larger one.
        before: what came to each tap.
        after: what left it, once it was edited and held.
        slopes: of m, at what came to each tap.
    """

    network: Transformer
    decision: Decision
    edits: Mapping[str, Edit]
    centring: int
    m: float
    before: Mapping[str, Tensor]
    after: Mapping[str, Tensor]
    slopes: Mapping[str, Tensor]

    def __repr__(self) -> str:
        step, rival = len(self.decision.prefix) - 1, self.decision.rival
        other = "the mean of all" if rival is None else f"token {rival}"
        return f"step {step}, token {self.decision.said} against {other}, m = {self.m:.3f}"

    def attribution(self, tap: str) -> Float[Tensor, "*some"]:
        """Return gradient x activation at a tap: the part of m that goes through each vector."""
        return (self.slopes[tap] * self.before[tap]).sum(dim=-1)

    def own_output(self, tap: str) -> Float[Tensor, "*some _"]:
        """Return a tap's output, zero where an edit replaced it."""
        same = (self.before[tap] == self.after[tap]).all(dim=-1, keepdim=True)
        return self.after[tap] * same

    def apply_edit(self, tap: str, rows: Tensor) -> Tensor:
        """Apply a tap's edit to other rows, such as those of a weight matrix."""
        return self.edits[tap](rows) if tap in self.edits else rows

    def apply_norm(self, path: str, x: Float[Tensor, "position part d_model"]) -> Tensor:
        r"""Carry vectors through a held norm: $\gamma\,(x - \mathrm{mean}(x)) / \sigma$.

        Args:
            path: of the Add & Norm.
            x: some vectors at each position.
        """
        norm, summed = part(self.network, path, AddAndNorm).norm, self.after[f"{path}.sum"]
        return linear_norm(norm, x, summed.unsqueeze(1), self.centring)

    @property
    def readout(self) -> Float[Tensor, " d_model"]:
        """The gradient of the margin m at the decoder's last hidden state."""
        columns = self.apply_edit("logits", self.network.E.weight.detach().T.unsqueeze(0))[0]
        return _margin(columns, self.decision)

    @property
    def logit_bias(self) -> float:
        """The logit bias's term of the margin m; 0 in the paper's network."""
        b = self.network.b
        if b is None:
            return 0.0
        return _margin(self.apply_edit("logits", b.detach()[None, None]), self.decision).item()


def hold(network: Transformer, decision: Decision, changes: Iterable[Change] = ()) -> Held:
    """Run a pass with attention weights, gates and norms frozen, and one backward pass of m.

    Args:
        network: the one that computes with these changes; it is not modified.
        decision: what is explained.
        changes: what is broken in the pass.
    """
    changes = tuple(changes)
    edits, centring = edits_of(network, changes), int(MissingEverywhere("norm-mean") not in changes)
    holds = _Holds(network, edits, centring)
    device = network.E.weight.device
    source = torch.tensor([decision.source], device=device)
    prefix = torch.tensor([decision.prefix], device=device)
    with gradients(True), editing(network, holds.edits):
        memory = network.encode(source)
        x = network.decode(prefix, memory, source != PAD)
        m = _margin(network.project(x[:, -1:])[0, 0], decision)
        taps = [tap for tap, value in holds.before.items() if value.requires_grad]
        slopes = torch.autograd.grad(m, [holds.before[tap] for tap in taps], allow_unused=True)
    by_tap = dict(zip(taps, slopes, strict=True))
    return Held(
        network,
        decision,
        edits,
        centring,
        m.item(),
        {tap: _own(value.detach()) for tap, value in holds.before.items()},
        {tap: _own(value.detach()) for tap, value in holds.after.items()},
        {
            tap: torch.zeros_like(_own(value)) if by_tap.get(tap) is None else _own(by_tap[tap])
            for tap, value in holds.before.items()
        },
    )


class _Holds:
    """The edits that hold a pass: what comes to a tap is seen, then edited, then held."""

    def __init__(self, network: Transformer, edits: Mapping[str, Edit], centring: int) -> None:
        self.before: dict[str, Tensor] = {}
        self.after: dict[str, Tensor] = {}
        self._network, self._centring = network, centring
        first: dict[str, Edit] = {}
        last: dict[str, Edit] = {}
        for path, module in network.named_modules():
            match module:
                case Embedding():
                    last |= self._at(path, self._begin, "embedding", "positions")
                case MultiHeadAttention():
                    first |= self._at(path, self._see, "heads")
                    last |= self._at(path, self._freeze, "weights")
                    last |= self._at(path, self._leave, "heads")
                case FeedForward():
                    first |= self._at(path, self._gate, "hidden")
                    last |= self._at(path, self._leave, "hidden")
                case AddAndNorm():
                    first |= self._at(path, self._see, "residual", "sublayer")
                    last |= self._at(path, self._leave, "residual", "sublayer", "sum")
                    last |= self._at(path, self._norm, "output")
        self.edits = join_edits(first, edits, last)

    def _at(self, path: str, edit: Callable[[str, Tensor], Tensor], *taps: str) -> dict[str, Edit]:
        return {f"{path}.{tap}": partial(edit, f"{path}.{tap}") for tap in taps}

    def _begin(self, tap: str, value: Tensor) -> Tensor:
        """Begin the way here: the slope at what enters the stacks is wanted, too."""
        self.before[tap] = self.after[tap] = value.detach().requires_grad_()
        return self.after[tap]

    def _see(self, tap: str, value: Tensor) -> Tensor:
        self.before[tap] = value
        return value

    def _leave(self, tap: str, value: Tensor) -> Tensor:
        self.after[tap] = value
        return value

    def _freeze(self, tap: str, weights: Tensor) -> Tensor:
        return self._leave(tap, weights.detach())

    def _gate(self, tap: str, hidden: Tensor) -> Tensor:
        """Put the hidden layer as its gates times its inputs."""
        path = tap.removesuffix(".hidden")
        inputs = part(self._network, path, FeedForward).W_1(self.after[input_tap(path)])
        gates = self._leave(f"{path}.gates", gate(inputs, hidden).detach())
        return self._see(tap, gates * inputs)

    def _norm(self, tap: str, output: Tensor) -> Tensor:
        """Put the norm as its held map of the sum, and what is left as a constant."""
        path = tap.removesuffix(".output")
        norm, summed = part(self._network, path, AddAndNorm).norm, self.after[f"{path}.sum"]
        linear = linear_norm(norm, summed, summed.detach(), self._centring)
        return self._leave(tap, self._see(tap, linear + (output - linear).detach()))


def linear_norm(norm: nn.LayerNorm, x: Tensor, summed: Tensor, centring: int) -> Tensor:
    """Apply a LayerNorm whose mean and deviation are frozen at another input."""
    middle = summed - centring * summed.mean(dim=-1, keepdim=True)
    deviation = (middle.square().mean(dim=-1, keepdim=True) + norm.eps).sqrt()
    return (x - centring * x.mean(dim=-1, keepdim=True)) / deviation * norm.weight


def gate(inputs: Tensor, hidden: Tensor) -> Tensor:
    """Return each hidden unit's gate: its activation divided by its pre-activation; 0 for 0."""
    return torch.where(inputs == 0, 0.0, hidden / inputs)


def input_tap(path: str) -> str:
    """Return the name of the tap that feeds a feed-forward network."""
    return path.removesuffix("feed_forward") + READ[path.partition(".")[0]]


def _margin(logits: Float[Tensor, "*some vocab"], decision: Decision) -> Float[Tensor, "*some"]:
    """Return the logit of the token minus that of its foil."""
    other = logits.mean(dim=-1) if decision.rival is None else logits[..., decision.rival]
    return logits[..., decision.said] - other


def _own(value: Tensor) -> Tensor:
    """Drop the axis of the batch, where there is one."""
    return value[0] if value.dim() > 2 else value
