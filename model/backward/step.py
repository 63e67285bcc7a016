r"""The step: weights move against the gradient, on a copy that is forgotten after use.

Plain descent (SGD) takes $\theta \leftarrow \theta - \eta\, g$. Adam, the paper's optimizer
(section 5.3), divides by the size of the gradient: its first step moves every weight by $\eta$.
What a visitor took is kept as a list of steps, never as weights: whoever needs the network after
them takes them again, which needs a copy for as long as that lasts.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import torch
from torch import Tensor

from model.arguments import Within, check_fields
from model.backward.gradients import Example, backward, loss_of
from model.faults import Fault
from model.trace import gradients
from model.transformer import Transformer

BETAS, EPSILON = (0.9, 0.98), 1e-9  # section 5.3
MOST_STEPS = 5  # in a row: each is taken again for what comes after it
HIGHEST_RATE = 10.0

Rule = Literal["sgd", "adam"]


@dataclass(frozen=True)
class Step:
    """One step of learning.

    Args:
        example: what is learned.
        rule: "sgd" or "adam".
        rate: the learning rate, above 0 and at most 10.
        smoothing: share of each target that is spread evenly, from 0 to 1.
    """

    example: Example
    rule: Rule = "sgd"
    rate: float = 0.01
    smoothing: Annotated[float, Within(0, 1)] = 0.0

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 < self.rate <= HIGHEST_RATE:
            raise Fault(
                "the learning rate must lie above 0 and be at most {most}, not {rate}",
                most=f"{HIGHEST_RATE:g}", rate=f"{self.rate:g}",
            )  # fmt: skip


class Learner:
    """A copy of a network that takes steps, and what Adam remembers of them.

    Args:
        model: the trained network; it stays as it is.
    """

    def __init__(self, model: Transformer) -> None:
        with gradients(False):
            self.network = copy.deepcopy(model).requires_grad_(False).eval()
        self._m: dict[str, Tensor] = {}
        self._v: dict[str, Tensor] = {}
        self._steps = 0

    def take(self, step: Step) -> None:
        """Move all weights by one step."""
        with gradients(False):
            for name, move in self.moves(step).items():
                self.network.get_parameter(name).sub_(move, alpha=step.rate)

    def moves(self, step: Step) -> dict[str, Tensor]:
        """Return how far each weight moves for a learning rate of 1, and let Adam remember it."""
        found = backward(self.network, step.example, step.smoothing, weights=True, names=())
        own = dict(self.network.named_parameters())
        slopes = {name: g for name, g in found.gradients.items() if name in own}
        if step.rule == "sgd":
            return slopes
        self._steps += 1
        return {name: self._adam(name, g) for name, g in slopes.items()}

    def _adam(self, name: str, g: Tensor) -> Tensor:
        r"""Return $\hat m / (\sqrt{\hat v} + \epsilon)$."""
        (beta_1, beta_2), zero = BETAS, torch.zeros_like(g)
        m = self._m[name] = self._m.get(name, zero).lerp(g, 1 - beta_1)
        v = self._v[name] = self._v.get(name, zero).lerp(g.square(), 1 - beta_2)
        m_hat, v_hat = m / (1 - beta_1**self._steps), v / (1 - beta_2**self._steps)
        return m_hat / (v_hat.sqrt() + EPSILON)


def learner_after(model: Transformer, steps: Sequence[Step]) -> Learner:
    """Return a copy of the network after some steps, each begun where the one before it ended.

    Args:
        model: the trained network; it stays as it is.
        steps: at most 5.

    Raises:
        Fault: if there are more.
    """
    if len(steps) > MOST_STEPS:
        raise Fault(
            "these are {count} steps in a row, and {most} are the most",
            count=len(steps), most=MOST_STEPS,
        )  # fmt: skip
    learner = Learner(model)
    for step in steps:
        learner.take(step)
    return learner


def losses_along(
    model: Transformer, steps: Sequence[Step], last: Step, rates: Sequence[float]
) -> Iterator[float]:
    """Yield the loss of the example after one more step, rate by rate: each really computed.

    Args:
        model: the trained network; it stays as it is.
        steps: that were taken before.
        last: the one whose learning rate varies.
        rates: the learning rates.
    """
    learner = learner_after(model, steps)
    begun = {name: W.clone() for name, W in learner.network.named_parameters()}
    moves = learner.moves(last)
    for rate in rates:
        yield _loss_at(learner.network, begun, moves, last, rate)


@gradients(False)
def _loss_at(
    network: Transformer,
    begun: Mapping[str, Tensor],
    moves: Mapping[str, Tensor],
    step: Step,
    rate: float,
) -> float:
    """Return the loss where a step of some length ends."""
    for name, move in moves.items():
        torch.sub(begun[name], move, alpha=rate, out=network.get_parameter(name).data)
    return loss_of(network, step.example, step.smoothing)


def copy_bytes(model: Transformer) -> int:
    """Return how much memory a copy of the weights takes as long as it is used."""
    return sum(W.nbytes for W in model.parameters())
