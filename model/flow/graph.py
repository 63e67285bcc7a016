"""The flow graph of a decision as records, and its details: sums, hidden units, attention rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jaxtyping import Float
from torch import Tensor

from model.flow.decomposition import Flow
from model.flow.flows import DECISION, Edges
from model.flow.linearized import LinearizedPass
from model.flow.nodes import STACKS, Node, list_nodes, node_attributions, unit_attributions

M = "m"  # id of the margin, where all paths end
UNITS = 5  # hidden units of a feed-forward network that are listed


@dataclass(frozen=True)
class GraphNode:
    """A node at a position in the flow graph, as three indices; its key is used in links.

    Args:
        stack: index in ``STACKS``.
        node_index: index of the node in its stack, in the order of ``list_nodes``.
        position: position, from 0.
    """

    stack: int
    node_index: int
    position: int

    @property
    def key(self) -> str:
        """The node as text: ``1.62.3`` is node 62 of the decoder at position 3, all from 0."""
        return f"{self.stack}.{self.node_index}.{self.position}"


@dataclass(frozen=True)
class NodeGroup:
    """A group of nodes whose terms of an attention score are summed.

    Args:
        kind: type of the nodes, or "biases".
        layer: layer of the nodes, from 1; 0 for those in no layer.
    """

    kind: str
    layer: int = 0


@dataclass(frozen=True)
class FlowGraph:
    """The nodes of both stacks, with their attributions to the logit margin m of a decision.

    Args:
        nodes: for encoder and decoder, the nodes from ``list_nodes``.
        attributions: for encoder and decoder, the attribution of each node at each position.
    """

    nodes: tuple[list[Node], list[Node]]
    attributions: tuple[Float[Tensor, "_ _"], Float[Tensor, "_ _"]]

    def resolve(self, graph_node: GraphNode) -> Node:
        """Return the head, feed-forward network or embedding that the indices stand for."""
        return self.nodes[graph_node.stack][graph_node.node_index]

    def attribution(self, graph_node: GraphNode) -> float:
        """Return the attribution of a node at a position to the logit margin m."""
        table = self.attributions[graph_node.stack]
        return table[graph_node.node_index, graph_node.position].item()

    def has_node(self, graph_node: GraphNode) -> bool:
        """Whether the graph has such a stack, node and position."""
        if graph_node.stack not in (0, 1):
            return False
        nodes, positions = self.attributions[graph_node.stack].shape
        return graph_node.node_index < nodes and graph_node.position < positions

    def strongest(self, node_count: int) -> list[GraphNode]:
        """Return the heads and feed-forward networks of largest absolute attribution, in order.

        Args:
            node_count: how many to return; a node counts at each position separately.
        """
        found = []
        for stack, parts in enumerate(self.attributions):
            flat = parts[2:].flatten()
            width = parts.shape[1]
            best = flat.abs().topk(min(node_count, len(flat))).indices.tolist()
            found += [GraphNode(stack, 2 + one // width, one % width) for one in best]
        return sorted(found, key=lambda one: -abs(self.attribution(one)))[:node_count]


def build_graph(linearized: LinearizedPass) -> FlowGraph:
    """Return the flow graph of one decoding step's output token."""
    config = linearized.network.config
    encoder, decoder = STACKS
    return FlowGraph(
        (list_nodes(config, encoder), list_nodes(config, decoder)),
        (node_attributions(linearized, encoder), node_attributions(linearized, decoder)),
    )


def graph_records(
    graph: FlowGraph, edges: Edges, tokens: Sequence[Sequence[str]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return nodes and edges of a flow graph as lists of dicts, for a figure or a file.

    Args:
        graph: graph of the decision.
        edges: the edges to return, such as the strongest ones.
        tokens: texts of the source tokens, and texts of the tokens that the decoder reads.

    Returns:
        Nodes, with the keys "id", "stack", "kind", "layer", "head" (both from 1; 0 where there is
        none), "position" (from 1), "token" (its text there) and "part" (the attribution to the
        margin m): all token embeddings, both ends of all edges, and the 40 strongest nodes. Edges,
        with the keys "begin", "end" (ids of nodes; "m" for the margin) and "flow".
    """
    ends = [GraphNode(*one) for one in edges.begin.tolist()]
    goals = [None if tuple(one) == DECISION else GraphNode(*one) for one in edges.end.tolist()]
    ways = [
        {"begin": begin.key, "end": end.key if end else M, "flow": round(value, 5)}
        for begin, end, value in zip(ends, goals, edges.values.tolist(), strict=True)
    ]
    inputs = [
        GraphNode(stack, 0, position)
        for stack, some in enumerate(tokens)
        for position in range(len(some))
    ]
    chosen = dict.fromkeys([*inputs, *ends, *filter(None, goals), *graph.strongest(40)])
    found = []
    for graph_node in chosen:
        node, token = graph.resolve(graph_node), tokens[graph_node.stack][graph_node.position]
        found.append(
            {
                "id": graph_node.key,
                "stack": node.stack,
                "kind": node.kind,
                "layer": node.layer + 1,
                "head": node.head + 1,
                "position": graph_node.position + 1,
                "token": token,
                "part": round(graph.attribution(graph_node), 5),
            }
        )
    return found, ways


def margin_terms(linearized: LinearizedPass) -> list[tuple[str, int, float]]:
    """Return the terms that add up to the logit margin m: tokens, positional encodings and biases.

    Returns:
        (kind, index, value) for each term. The kind is "source" or "prefix", with the position of
        the token as index; or "positions" (all positional encodings) or "biases", with index 0.
    """
    flow = Flow(linearized)
    return [
        *(("source", position, part) for position, part in enumerate(flow.source)),
        *(("prefix", position, part) for position, part in enumerate(flow.prefix)),
        ("positions", 0, flow.positions),
        ("biases", 0, flow.biases),
    ]


def top_units(linearized: LinearizedPass, node: Node, position: int) -> list[tuple[int, float]]:
    """Return the five hidden units of a feed-forward network with the largest attributions.

    Args:
        linearized: the linearized pass.
        node: the feed-forward network.
        position: position of the units, from 0.

    Returns:
        (hidden unit, from 0; its signed attribution to the logit margin m), the largest absolute
        attribution first.
    """
    parts = unit_attributions(linearized, node.stack, node.layer)[position]
    best = parts.abs().topk(min(UNITS, len(parts))).indices.tolist()
    return [(unit, parts[unit].item()) for unit in best]


def attention_row(linearized: LinearizedPass, node: Node, position: int) -> Float[Tensor, " key"]:
    """Return a head's attention weights on all keys, for the query at one position.

    Args:
        linearized: the linearized pass.
        node: the head.
        position: position of the query, from 0.
    """
    tap = node.tap.removesuffix("heads") + "weights"
    return linearized.after[tap][node.head, position]
