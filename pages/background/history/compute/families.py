"""Seven kinds of networks, unrolled over a sentence, as graphs to be drawn.

A node is a vector; an edge leads to a vector that is computed from it. The sentences about a
drawing (number of sequential steps, distance from a word to the end) are read off these graphs.
"""

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

WINDOW, KERNEL = 4, 3  # inputs of the feed-forward network and of a convolution
# How an edge is drawn: a thin line; between neighbouring states; between LSTM cells, with a gate;
# from encoder to decoder.
LINE, CHAIN, LANE, BRIDGE = range(4)


@dataclass
class Graph:
    """A network unrolled over a sentence: nodes are vectors, edges are dependencies.

    Args:
        rows: name of each row of nodes, such as "tokens", or number of the layer; from the bottom
            up, source tokens first.
        nodes: (column, row, sequential step at which the node is computed; 0 for tokens).
        edges: (index of the source node, index of the target node, how the edge is drawn); the
            target is computed from the source.
        outputs: indices of the nodes that write the translation, if any.
        looks_back: whether each output position attends to the earlier ones.
    """

    rows: tuple[str | int, ...]
    nodes: list[tuple[float, int, int]] = field(default_factory=list)
    edges: list[tuple[int, int, int]] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    looks_back: bool = False

    def add_row(self, row: int, steps: list[int], spacing: float = 1.0) -> list[int]:
        """Add a row of nodes to the graph, from left to right; return their indices.

        Args:
            row: index of the row, from the bottom.
            steps: for each node, the sequential step at which it is computed; 0 for tokens.
            spacing: distance from node to node, in columns.
        """
        first = len(self.nodes)
        self.nodes += [(place * spacing, row, step) for place, step in enumerate(steps)]
        return list(range(first, len(self.nodes)))

    def add_edge(self, source_node: int, target_node: int, edge_type: int = LINE) -> None:
        """Add an edge: the target node is computed from the source node.

        Args:
            source_node: index of the source node.
            target_node: index of the target node.
            edge_type: how the edge is drawn: ``LINE``, ``CHAIN``, ``LANE`` or ``BRIDGE``.
        """
        self.edges.append((source_node, target_node, edge_type))

    def add_chain(self, nodes: list[int], edge_type: int = CHAIN) -> None:
        """Add an edge from each node to the next.

        Args:
            nodes: indices of the nodes, in order.
            edge_type: how all these edges are drawn, as in ``add_edge``.
        """
        for before, after in pairwise(nodes):
            self.add_edge(before, after, edge_type)

    @property
    def steps(self) -> int:
        """Return the number of sequential steps that computing all nodes takes."""
        return max(step for _, _, step in self.nodes)

    def find_shortest_paths(self) -> list[tuple[int, int]]:
        """Return, for each node, the shortest path to the last node: (next node, number of edges).

        The last node itself has (-1, 0); a node from which no path leads there has (-1, -1).
        """
        before: list[list[int]] = [[] for _ in self.nodes]
        for source, target, _ in self.edges:
            before[target].append(source)
        end = len(self.nodes) - 1
        found = [(-1, -1)] * end + [(-1, 0)]
        waiting = deque([end])
        while waiting:
            node = waiting.popleft()
            for source in before[node]:
                if found[source][1] < 0:
                    found[source] = (node, found[node][1] + 1)
                    waiting.append(source)
        return found


def feed_forward(n: int, m: int) -> Graph:
    """Return the graph of a feed-forward network that sees a sliding window of tokens.
    It reads n tokens; m is not used.
    """
    graph = Graph(("tokens", "hidden"))
    tokens, hidden = graph.add_row(0, [0] * n), graph.add_row(1, [1] * n)
    for place, node in enumerate(hidden):
        for token in tokens[max(0, place - WINDOW + 1) : place + 1]:
            graph.add_edge(token, node)
    return graph


def rnn(n: int, m: int) -> Graph:
    """Return the graph of an RNN: each state is computed from a token and the previous state.
    It reads n tokens; m is not used.
    """
    graph = Graph(("tokens", "states"))
    _add_rnn_encoder(graph, n)
    return graph


def lstm(n: int, m: int) -> Graph:
    """Return the graph of an LSTM, with a chain of gated cells beside the chain of states.
    It reads n tokens; m is not used.
    """
    graph = Graph(("tokens", "cells c", "states h"))
    tokens, steps = graph.add_row(0, [0] * n), list(range(1, n + 1))
    cells, states = graph.add_row(1, steps), graph.add_row(2, steps)
    graph.add_chain(cells, LANE)
    for place, cell in enumerate(cells):
        graph.add_edge(tokens[place], cell)
        graph.add_edge(cell, states[place])
        if place:
            graph.add_edge(states[place - 1], cell)
    return graph


def sequence_to_sequence(n: int, m: int) -> Graph:
    """Return the graph of an RNN encoder-decoder joined only by the encoder's last state.
    It reads n source tokens and writes m target tokens.
    """
    graph = Graph(("tokens", "encoder", "decoder"))
    states = _add_rnn_encoder(graph, n)
    graph.outputs = graph.add_row(2, list(range(n + 1, n + m + 1)), _compute_spacing(n, m))
    graph.add_edge(states[-1], graph.outputs[0], BRIDGE)
    graph.add_chain(graph.outputs)
    return graph


def sequence_to_sequence_with_attention(n: int, m: int) -> Graph:
    """Return the graph of an RNN encoder-decoder whose decoder attends to all encoder states.
    It reads n source tokens and writes m target tokens.
    """
    graph = Graph(("tokens", "encoder", "decoder"))
    states = _add_rnn_encoder(graph, n)
    graph.outputs = graph.add_row(2, list(range(n + 1, n + m + 1)), _compute_spacing(n, m))
    _connect_all(graph, states, graph.outputs)
    graph.add_chain(graph.outputs)
    return graph


def convolutions(n: int, m: int) -> Graph:
    """Return the graph of dilated causal convolutions: each layer reaches three times as far back.
    It reads n tokens; m is not used.
    """
    layers = max(1, math.ceil(math.log(n, KERNEL) - 1e-9))
    graph = Graph(("tokens", *range(1, layers + 1)))
    below = graph.add_row(0, [0] * n)
    for layer in range(layers):
        above = graph.add_row(layer + 1, [layer + 1] * n)
        for place, node in enumerate(above):
            for back in range(KERNEL):
                if (seen := place - back * KERNEL**layer) >= 0:
                    graph.add_edge(below[seen], node)
        below = above
    return graph


def transformer(n: int, m: int) -> Graph:
    """Return the graph of a Transformer: every position attends to every other, in parallel.
    It reads n source tokens and writes m target tokens.
    """
    graph = Graph(("tokens", "encoder", "decoder"), looks_back=True)
    tokens, memory = graph.add_row(0, [0] * n), graph.add_row(1, [1] * n)
    graph.outputs = graph.add_row(2, [2] * m, _compute_spacing(n, m))
    _connect_all(graph, tokens, memory)
    _connect_all(graph, memory, graph.outputs)
    return graph


FAMILIES = {
    "feed_forward": feed_forward,
    "rnn": rnn,
    "lstm": lstm,
    "sequence_to_sequence": sequence_to_sequence,
    "with_attention": sequence_to_sequence_with_attention,
    "convolutions": convolutions,
    "transformer": transformer,
}


def _add_rnn_encoder(graph: Graph, n: int) -> list[int]:
    """Add source tokens and a chain of RNN states; return the state nodes."""
    tokens, states = graph.add_row(0, [0] * n), graph.add_row(1, list(range(1, n + 1)))
    for token, state in zip(tokens, states, strict=True):
        graph.add_edge(token, state)
    graph.add_chain(states)
    return states


def _connect_all(graph: Graph, sources: list[int], targets: list[int]) -> None:
    """Add an edge from every source to every target."""
    for target in targets:
        for source in sources:
            graph.add_edge(source, target)


def _compute_spacing(n: int, m: int) -> float:
    """Return the spacing at which m nodes span a row as long as n nodes one apart."""
    return (n - 1) / (m - 1) if n > 1 < m else 1.0
