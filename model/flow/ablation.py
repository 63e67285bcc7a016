"""Ablations of a node's output: as the linearized pass predicts them, and as measured.

The prediction lets nothing react: m minus the node's attribution. The measurement is another pass
in which nothing is frozen, so later nodes can react to the gap.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.edits import join_edits
from model.flow.linearized import Decision, LinearizedPass
from model.flow.nodes import Node
from model.tokenizer import PAD
from model.trace import Edit, editing
from model.transformer import Transformer

AT_ONCE = 1_500  # tokens, of sentence and prefix, in the passes that run as one batch
Means = Mapping[str, Float[Tensor, "*some"]]  # tap -> what passes there on average
NO_MEANS: Means = MappingProxyType({})


@dataclass(frozen=True)
class Ablation:
    """A node whose output is ablated.

    Args:
        node: the node that is ablated.
        position: the position, from 0; None for all positions.
        unit: the one hidden unit of a feed-forward network that is ablated; None for all.
        mean: whether the mean output over other sentences replaces it, instead of zeros.
    """

    node: Node
    position: int | None = None
    unit: int | None = None
    mean: bool = False

    @property
    def tap(self) -> str:
        """Name of the tap (the recorded tensor) in which the output is ablated."""
        if self.unit is None:
            return self.node.tap
        return f"{self.node.stack}.layers.{self.node.layer}.feed_forward.hidden"

    @property
    def index(self) -> tuple[int | slice, ...]:
        """Index of the ablated output in the tap's tensor, for one sentence."""
        position = slice(None) if self.position is None else self.position
        head = () if self.node.head < 0 else (self.node.head,)
        return (*head, position) if self.unit is None else (position, self.unit)

    def replacement(self, means: Means) -> Tensor | float:
        """Return what replaces the ablated output: its mean if ``mean`` is set, else 0.

        Args:
            means: tap -> mean activation, with the axes of the tap except the position.
        """
        if not self.mean:
            return 0.0
        return means[self.tap] if self.node.head < 0 else means[self.tap][self.node.head]


def predict_margin(
    linearized: LinearizedPass, ablation: Ablation, means: Means = NO_MEANS
) -> float:
    """Return the margin m that the linearized pass predicts for an ablation.
    m is the logit of the decision's token minus that of its foil.

    Args:
        linearized: the linearized pass.
        ablation: the ablation.
        means: mean output by tap, for ablations by the mean.
    """
    lost = linearized.before[ablation.tap][ablation.index] - ablation.replacement(means)
    return linearized.m - (linearized.gradients[ablation.tap][ablation.index] * lost).sum().item()


@torch.inference_mode()
def logits_after_ablation(
    network: Transformer,
    decision: Decision,
    ablations: Sequence[Sequence[Ablation]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    means: Means = NO_MEANS,
) -> Float[Tensor, "row vocab"]:
    """Return the logits at a decision's step, computed anew for each list of ablations.

    Args:
        network: the model that made the decision.
        decision: the decision at whose step logits are read.
        ablations: lists of ablations; those of one list are applied together, in one pass.
        edits: other edits, by the names of taps.
        means: mean output by tap, for ablations by the mean.

    Returns:
        The logits of the decision's step, one row for each list of ablations.
    """
    count = max(1, AT_ONCE // (len(decision.source) + len(decision.prefix)))
    found = []
    for first in range(0, len(ablations), count):
        some = ablations[first : first + count]
        source, prefix = (
            torch.tensor([ids], device=network.E.weight.device).expand(len(some), -1)
            for ids in (decision.source, decision.prefix)
        )
        with editing(network, join_edits(edits, _ablation_edits(some, means))):
            x = network.decode(prefix, network.encode(source), source != PAD)
            found.append(network.project(x[:, -1:])[:, 0])
    return torch.cat(found)


def _ablation_edits(rows: Sequence[Sequence[Ablation]], means: Means) -> dict[str, Edit]:
    """Return the edits, by tap, for a batch in which row i has the i-th list of ablations."""
    by_tap: dict[str, list[tuple[int, Ablation]]] = {}
    for row, ablations in enumerate(rows):
        for ablation in ablations:
            by_tap.setdefault(ablation.tap, []).append((row, ablation))
    return {tap: partial(_ablate_rows, len(rows), some, means) for tap, some in by_tap.items()}


def _ablate_rows(
    rows: int, ablations: Sequence[tuple[int, Ablation]], means: Means, value: Tensor
) -> Tensor:
    """Return a tap's tensor with the listed outputs ablated, each in its own batch row."""
    value = value.expand(rows, *value.shape[-2:]) if value.dim() == 2 else value  # positions
    value = value.clone()
    for row, ablation in ablations:
        value[row, *ablation.index] = ablation.replacement(means)
    return value
