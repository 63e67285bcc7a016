r"""Optimizer steps, SGD or Adam, on a temporary copy of the weights.

SGD takes $\theta \leftarrow \theta - \eta\, g$. Adam, the paper's optimizer
(section 5.3), divides by the size of the gradient: its first step moves every weight by $\eta$.
A visitor's steps are stored as a list, never as weights: they are taken again, on a copy, whenever
the network after them is needed.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import torch
from torch import Tensor

from model.arguments import Within, check_fields
from model.backward.gradients import Example, backward_pass, summed_loss
from model.faults import Fault
from model.trace import grad_mode
from model.transformer import Transformer

BETAS, EPSILON = (0.9, 0.98), 1e-9  # section 5.3
MOST_STEPS = 5  # in a row: all are taken again for each later one
HIGHEST_RATE = 10.0

Rule = Literal["sgd", "adam"]


@dataclass(frozen=True)
class Step:
    """One optimizer step.

    Args:
        example: the training example.
        rule: "sgd" or "adam".
        rate: the learning rate, above 0 and at most 10.
        smoothing: share of each target that is spread evenly, from 0 to 1.
    """

    example: Example
    rule: Rule = "sgd"
    rate: float = 0.01
    smoothing: Annotated[float, Within(0, 1)] = 0.0

    def __post_init__(self) -> None:
        """Validate the fields: types, and a learning rate above 0 and within the limit."""
        check_fields(self)
        if not 0 < self.rate <= HIGHEST_RATE:
            raise Fault(
                "the learning rate must be above 0 and at most {most:g}, not {rate:g}",
                most=HIGHEST_RATE, rate=self.rate,
            )  # fmt: skip


class Learner:
    """A copy of a network that takes optimizer steps, with Adam's state.

    Args:
        model: the trained network; it stays as it is.
    """

    def __init__(self, model: Transformer) -> None:
        """Copy the network, so that the original keeps its weights."""
        with grad_mode(False):
            self.network = copy.deepcopy(model).requires_grad_(False).eval()
        self._m: dict[str, Tensor] = {}
        self._v: dict[str, Tensor] = {}
        self._steps = 0

    def apply(self, step: Step) -> None:
        """Update all weights by one optimizer step on the step's example."""
        with grad_mode(False):
            for name, move in self.unit_updates(step).items():
                self.network.get_parameter(name).sub_(move, alpha=step.rate)

    def unit_updates(self, step: Step) -> dict[str, Tensor]:
        """Return, by weight name, what a step of learning rate 1 would subtract from each weight.
        The weights stay the same. With the rule "adam", Adam's running means are updated: call this
        only once for each step.
        """
        found = backward_pass(self.network, step.example, step.smoothing, weights=True, names=())
        own = dict(self.network.named_parameters())
        slopes = {name: g for name, g in found.gradients.items() if name in own}
        if step.rule == "sgd":
            return slopes
        self._steps += 1
        return {name: self._adam_update(name, g) for name, g in slopes.items()}

    def _adam_update(self, name: str, gradient: Tensor) -> Tensor:
        r"""Return Adam's update of one weight, $\hat m / (\sqrt{\hat v} + \epsilon)$."""
        (beta_1, beta_2), zero = BETAS, torch.zeros_like(gradient)
        m = self._m[name] = self._m.get(name, zero).lerp(gradient, 1 - beta_1)
        v = self._v[name] = self._v.get(name, zero).lerp(gradient.square(), 1 - beta_2)
        m_hat, v_hat = m / (1 - beta_1**self._steps), v / (1 - beta_2**self._steps)
        return m_hat / (v_hat.sqrt() + EPSILON)


def learner_after(model: Transformer, steps: Sequence[Step]) -> Learner:
    """Return a Learner that has taken these optimizer steps, in this order.

    Args:
        model: the trained network; it stays as it is.
        steps: optimizer steps, at most 5 (``MOST_STEPS``).

    Raises:
        Fault: a ValueError, if there are more than 5 steps.
    """
    if len(steps) > MOST_STEPS:
        raise Fault(
            "that makes {count} steps in a row, but at most {most} are allowed",
            count=len(steps), most=MOST_STEPS,
        )  # fmt: skip
    learner = Learner(model)
    for step in steps:
        learner.apply(step)
    return learner


def losses_by_rate(
    model: Transformer, steps: Sequence[Step], last: Step, rates: Sequence[float]
) -> Iterator[float]:
    """Yield, for each learning rate, the loss after a last step that is taken with this rate.

    The loss is that of the last step's own example, in nats, summed over its tokens.

    Args:
        model: the trained network; it stays as it is.
        steps: earlier steps, which are taken first, each with its own rate.
        last: the last step; each of ``rates`` replaces its learning rate.
        rates: the learning rates.
    """
    learner = learner_after(model, steps)
    initial_weights = {name: W.clone() for name, W in learner.network.named_parameters()}
    updates = learner.unit_updates(last)
    for rate in rates:
        yield _loss_after_update(learner.network, initial_weights, updates, last, rate)


@grad_mode(False)
def _loss_after_update(
    network: Transformer,
    initial_weights: Mapping[str, Tensor],
    updates: Mapping[str, Tensor],
    step: Step,
    rate: float,
) -> float:
    """Return the loss with weights ``initial_weights`` minus rate times ``updates``."""
    for name, update in updates.items():
        torch.sub(initial_weights[name], update, alpha=rate, out=network.get_parameter(name).data)
    return summed_loss(network, step.example, step.smoothing)


def weight_bytes(model: Transformer) -> int:
    """Return the size of a copy of the weights in memory, in bytes."""
    return sum(W.nbytes for W in model.parameters())
