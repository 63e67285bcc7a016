"""Ranked results of searches, and the multiplications of each step, counted while it runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import torch
from torch._ops import OpOverload
from torch.utils._python_dispatch import TorchDispatchMode

from model.decoding import Candidate, rank_hypotheses
from model.hypotheses import Hypotheses
from model.trace import recording
from model.transformer import Transformer

Steps = Sequence[Sequence[Candidate]]  # one sentence; the candidates of each step, best first


@dataclass(frozen=True)
class StepCost:
    """The cost of one decoding step.

    Args:
        rows: number of target positions that the decoder's layers compute.
        keys: number of target positions that the newest one attends to.
        weight_multiplications: multiplications by weight matrices, including the embedding matrix.
        attention_multiplications: multiplications of queries by keys and of weights by values.
    """

    rows: int
    keys: int
    weight_multiplications: int
    attention_multiplications: int

    @property
    def multiplications(self) -> int:
        """The number of all multiplications of the step."""
        return self.weight_multiplications + self.attention_multiplications


class MultiplicationCounter(TorchDispatchMode):
    """A dispatch mode that counts the multiplications of all matrix products in this thread."""

    def __init__(self) -> None:
        """Set both counts, ``weight_multiplications`` and ``attention_multiplications``, to 0."""
        super().__init__()
        self.weight_multiplications = self.attention_multiplications = 0

    def __torch_dispatch__(
        self, func: OpOverload, types: tuple, args: tuple = (), kwargs: dict | None = None
    ) -> object:
        """Run a PyTorch operation, counting its multiplications if it is a matrix product."""
        if func is torch.ops.aten.linear.default:  # x W, with or without a bias
            self.weight_multiplications += prod(args[0].shape) * args[1].shape[0]
        elif func is torch.ops.aten.matmul.default:
            count = prod(args[0].shape) * args[1].shape[-1]
            if args[1].dim() == 2:  # the embedding matrix; otherwise both come from positions
                self.weight_multiplications += count
            else:
                self.attention_multiplications += count
        return func(*args, **kwargs or {})


@torch.inference_mode()
def step_costs(
    model: Transformer, source: Sequence[int], target: Sequence[int], use_kv_cache: bool
) -> list[StepCost]:
    """Return the cost of each step when a given translation is decoded, counted in multiplications.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        use_kv_cache: whether keys and values of earlier steps are cached.
    """
    hypotheses = Hypotheses(model, [source], target[:1], use_kv_cache)
    costs = []
    for said in range(1, len(target) + 1):
        with MultiplicationCounter() as count, recording(model) as trace:
            hypotheses.log_probabilities()
        part = trace.at("decoder.layers.0.self_attention")
        rows, seen = part["q"].shape[2], part["k"].shape[2]
        costs.append(
            StepCost(rows, seen, count.weight_multiplications, count.attention_multiplications)
        )
        if said < len(target):
            [(_, newest)] = hypotheses.unfinished
            hypotheses.advance({0: [Candidate(newest, target[said])]})
    return costs


def rank_final_hypotheses(steps: Steps, alpha: float) -> list[Candidate]:
    """Return the final hypotheses of a search, as their last candidates, best score first.

    Hypotheses that were cut off at the length limit come last.

    Args:
        steps: the candidates at each step of the search.
        alpha: exponent of the length penalty. The score is ln p divided by this penalty.
    """
    return rank_hypotheses(({0: step} for step in steps), alpha)[0]
