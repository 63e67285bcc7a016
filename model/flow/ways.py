"""Ways of a decision by name, as a notebook asks for them: ``run.flow(step=3)``."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.flow.flows import DECISION, strongest
from model.flow.held import Held
from model.flow.nodes import STACKS, Node, attributions, biases, nodes
from model.trace import Trace


@dataclass(frozen=True)
class NodePosition:
    """A node at one position.

    Args:
        node: what writes there.
        position: counted from 0.
    """

    node: Node
    position: int


@dataclass(frozen=True)
class Way:
    """A flow between two places.

    Args:
        begin: where it begins.
        end: where it ends; None for m itself.
        flow: how much of m goes this way.
    """

    begin: NodePosition
    end: NodePosition | None
    flow: float


@dataclass(frozen=True, repr=False)
class Flow:
    """The exact way of one decision.

    Args:
        held: the pass, and the slope of m everywhere.
    """

    held: Held

    def __repr__(self) -> str:
        return f"<Flow: {self.held!r}; its ways are in .ways(), its parts in .places()>"

    @property
    def m(self) -> float:
        """By how much the logit of what was said is larger than the rival's."""
        return self.held.m

    @property
    def source(self) -> list[float]:
        """What each source token put in; its position counts apart."""
        return attributions(self.held, "encoder")[0].tolist()

    @property
    def prefix(self) -> list[float]:
        """What each token that was written so far put in, the start token first."""
        return attributions(self.held, "decoder")[0].tolist()

    @property
    def positions(self) -> float:
        """What all positions put in."""
        return sum(attributions(self.held, stack)[1].sum().item() for stack in STACKS)

    @property
    def biases(self) -> float:
        """What all biases put in; with tokens and positions they add up to m."""
        each = (biases(self.held, stack).values() for stack in STACKS)
        return self.held.logit_bias + sum(part.sum().item() for parts in each for part in parts)

    def places(self, count: int = 20) -> list[tuple[NodePosition, float]]:
        """Return the heads and feed-forward networks with the largest part in m, and that part."""
        found = []
        for stack in STACKS:
            parts = attributions(self.held, stack)[2:]
            for node, row in zip(nodes(self.held.network.config, stack)[2:], parts, strict=True):
                found += [(NodePosition(node, i), part) for i, part in enumerate(row.tolist())]
        return sorted(found, key=lambda one: -abs(one[1]))[:count]

    def ways(self, count: int = 40) -> list[Way]:
        """Return the largest flows, strongest first."""
        edges = strongest(self.held, count)
        known = {stack: nodes(self.held.network.config, stack) for stack in STACKS}

        def place(numbers: Sequence[int]) -> NodePosition:
            stack, part, position = numbers
            return NodePosition(known[STACKS[stack]][part], position)

        return [
            Way(place(begin), None if tuple(end) == DECISION else place(end), value)
            for begin, end, value in zip(
                edges.begin.tolist(), edges.end.tolist(), edges.values.tolist(), strict=True
            )
        ]


def runner_up(trace: Trace, step: int, said: int) -> int:
    """Return the most likely token of a step besides the one that was said."""
    best = trace.pick("logits", target=step).topk(2).indices.tolist()
    return next(one for one in best if one != said)
