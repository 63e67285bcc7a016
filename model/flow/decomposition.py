"""The decomposition of a decision, as a notebook asks for it: ``run.flow(step=3)``."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.flow.flows import DECISION, strongest_edges
from model.flow.linearized import LinearizedPass
from model.flow.nodes import STACKS, Node, bias_attributions, list_nodes, node_attributions
from model.trace import Trace


@dataclass(frozen=True)
class NodePosition:
    """A node at one position.

    Args:
        node: the node that writes there.
        position: the position, from 0.
    """

    node: Node
    position: int


@dataclass(frozen=True)
class FlowEdge:
    """An edge of the flow graph between two nodes.

    Args:
        begin: node and position where it begins.
        end: node and position where it ends; None for the margin m.
        flow: how much of the margin m flows along it.
    """

    begin: NodePosition
    end: NodePosition | None
    flow: float


@dataclass(frozen=True, repr=False)
class Flow:
    """The exact decomposition of one decision into contributions of tokens, heads and layers.

    Args:
        linearized: the linearized pass, with the gradient of m at every tap.
    """

    linearized: LinearizedPass

    def __repr__(self) -> str:
        return f"<Flow: {self.linearized!r}; see .strongest_nodes() and .strongest_edges()>"

    @property
    def m(self) -> float:
        """The margin m: the output token's logit minus its foil's."""
        return self.linearized.m

    @property
    def source(self) -> list[float]:
        """Each source token's contribution to m, the output's logit minus its foil's.
        Only the embedding counts; for positional encodings see ``positions``.
        """
        return node_attributions(self.linearized, "encoder")[0].tolist()

    @property
    def prefix(self) -> list[float]:
        """Each target prefix token's contribution to m, the output's logit minus its foil's.
        The start token comes first. Only the embedding counts; for positional encodings see
        ``positions``.
        """
        return node_attributions(self.linearized, "decoder")[0].tolist()

    @property
    def positions(self) -> float:
        """The contribution of positional encodings to m, the output's logit minus its foil's."""
        return sum(node_attributions(self.linearized, stack)[1].sum().item() for stack in STACKS)

    @property
    def biases(self) -> float:
        """The contribution of all biases to m, the output's logit minus its foil's."""
        each = (bias_attributions(self.linearized, stack).values() for stack in STACKS)
        return self.linearized.logit_bias + sum(
            part.sum().item() for parts in each for part in parts
        )

    def strongest_nodes(self, node_count: int = 20) -> list[tuple[NodePosition, float]]:
        """Return the heads and feed-forward networks that contribute most to the logit margin m.

        m is the output token's logit minus its foil's.

        Args:
            node_count: how many to return.

        Returns:
            (node at a position, signed contribution to m) pairs, the largest absolute contribution
            first.
        """
        found = []
        for stack in STACKS:
            parts = node_attributions(self.linearized, stack)[2:]
            for node, row in zip(
                list_nodes(self.linearized.network.config, stack)[2:], parts, strict=True
            ):
                found += [(NodePosition(node, i), part) for i, part in enumerate(row.tolist())]
        return sorted(found, key=lambda one: -abs(one[1]))[:node_count]

    def strongest_edges(self, edge_count: int = 40) -> list[FlowEdge]:
        """Return the ``edge_count`` edges with the largest absolute flow, largest first.
        A flow is a part of m, the output's logit minus its foil's.
        """
        edges = strongest_edges(self.linearized, edge_count)
        known = {stack: list_nodes(self.linearized.network.config, stack) for stack in STACKS}

        def node_position(indices: Sequence[int]) -> NodePosition:
            """Return the (node, position) behind the three numbers of an edge's end."""
            stack, part, position = indices
            return NodePosition(known[STACKS[stack]][part], position)

        return [
            FlowEdge(
                node_position(begin), None if tuple(end) == DECISION else node_position(end), value
            )
            for begin, end, value in zip(
                edges.begin.tolist(), edges.end.tolist(), edges.values.tolist(), strict=True
            )
        ]

    places, ways = strongest_nodes, strongest_edges  # their former names, kept for one version


def runner_up(trace: Trace, step: int, token: int) -> int:
    """Return the id of the most probable token at a step other than the given token."""
    best = trace.pick("logits", target=step).topk(2).indices.tolist()
    return next(one for one in best if one != token)
