"""How information flows through a sentence in seven kinds of networks, as graphs to be drawn.

A node is a vector; an edge says that one is computed from another. What pages say about a drawing
(how many steps must wait for one another, how far it is from a word to the end) is read off these
graphs.
"""

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

WINDOW, KERNEL = 4, 3  # words that the feed-forward net sees; inputs of a convolution
LINE, CHAIN, LANE, BRIDGE = range(4)  # how an edge is drawn


@dataclass
class Graph:
    """One kind of network, unrolled over this sentence.

    Args:
        rows: names of the rows of nodes, from the bottom up; the first holds the source tokens. A
            number is that of a layer.
        nodes: of each: column, row, and the step at which it is computed (tokens: 0).
        edges: of each: from, to, and how it is drawn.
        outputs: the nodes that say the words of the translation, if there is one.
        looks_back: pairs of output positions of which the later one reads what the earlier one
            was given.
    """

    rows: tuple[str | int, ...]
    nodes: list[tuple[float, int, int]] = field(default_factory=list)
    edges: list[tuple[int, int, int]] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    looks_back: bool = False

    def row(self, row: int, steps: list[int], stretch: float = 1.0) -> list[int]:
        """Add a row of nodes with their steps; return their numbers."""
        first = len(self.nodes)
        self.nodes += [(place * stretch, row, step) for place, step in enumerate(steps)]
        return list(range(first, len(self.nodes)))

    def link(self, source: int, target: int, kind: int = LINE) -> None:
        """Say that one node is computed from another."""
        self.edges.append((source, target, kind))

    def chain(self, nodes: list[int], kind: int = CHAIN) -> None:
        """Say that each node is computed from the one before."""
        for before, after in pairwise(nodes):
            self.link(before, after, kind)

    @property
    def steps(self) -> int:
        """How many steps must wait for one another."""
        return max(step for _, _, step in self.nodes)

    def ways(self) -> list[tuple[int, int]]:
        """Return, for each node, the next one on a shortest way to the end, and the way's length.

        The end is the last node. A node from which no way leads there has (-1, -1).
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
    """A window slides over the sentence; what lies outside of it is not seen."""
    graph = Graph(("tokens", "hidden"))
    tokens, hidden = graph.row(0, [0] * n), graph.row(1, [1] * n)
    for place, node in enumerate(hidden):
        for token in tokens[max(0, place - WINDOW + 1) : place + 1]:
            graph.link(token, node)
    return graph


def rnn(n: int, m: int) -> Graph:
    """Each state is made of a word and the state before."""
    graph = Graph(("tokens", "states"))
    _encoder(graph, n)
    return graph


def lstm(n: int, m: int) -> Graph:
    """A cell runs along beside the states; gates guard it."""
    graph = Graph(("tokens", "cells c", "states h"))
    tokens, steps = graph.row(0, [0] * n), list(range(1, n + 1))
    cells, states = graph.row(1, steps), graph.row(2, steps)
    graph.chain(cells, LANE)
    for place, cell in enumerate(cells):
        graph.link(tokens[place], cell)
        graph.link(cell, states[place])
        if place:
            graph.link(states[place - 1], cell)
    return graph


def sequence_to_sequence(n: int, m: int) -> Graph:
    """The encoder's last state is all that the decoder gets."""
    graph = Graph(("tokens", "encoder", "decoder"))
    states = _encoder(graph, n)
    graph.outputs = graph.row(2, list(range(n + 1, n + m + 1)), _stretch(n, m))
    graph.link(states[-1], graph.outputs[0], BRIDGE)
    graph.chain(graph.outputs)
    return graph


def with_attention(n: int, m: int) -> Graph:
    """Each step of the decoder looks at all states of the encoder."""
    graph = Graph(("tokens", "encoder", "decoder"))
    states = _encoder(graph, n)
    graph.outputs = graph.row(2, list(range(n + 1, n + m + 1)), _stretch(n, m))
    _all(graph, states, graph.outputs)
    graph.chain(graph.outputs)
    return graph


def convolutions(n: int, m: int) -> Graph:
    """Each layer looks three times as far back as the one below it."""
    layers = max(1, math.ceil(math.log(n, KERNEL) - 1e-9))
    graph = Graph(("tokens", *range(1, layers + 1)))
    below = graph.row(0, [0] * n)
    for layer in range(layers):
        above = graph.row(layer + 1, [layer + 1] * n)
        for place, node in enumerate(above):
            for back in range(KERNEL):
                if (seen := place - back * KERNEL**layer) >= 0:
                    graph.link(below[seen], node)
        below = above
    return graph


def transformer(n: int, m: int) -> Graph:
    """Every position reads every other; nothing waits for a neighbour."""
    graph = Graph(("tokens", "encoder", "decoder"), looks_back=True)
    tokens, memory = graph.row(0, [0] * n), graph.row(1, [1] * n)
    graph.outputs = graph.row(2, [2] * m, _stretch(n, m))
    _all(graph, tokens, memory)
    _all(graph, memory, graph.outputs)
    return graph


FAMILIES = {
    "feed_forward": feed_forward,
    "rnn": rnn,
    "lstm": lstm,
    "sequence_to_sequence": sequence_to_sequence,
    "with_attention": with_attention,
    "convolutions": convolutions,
    "transformer": transformer,
}


def _encoder(graph: Graph, n: int) -> list[int]:
    tokens, states = graph.row(0, [0] * n), graph.row(1, list(range(1, n + 1)))
    for token, state in zip(tokens, states, strict=True):
        graph.link(token, state)
    graph.chain(states)
    return states


def _all(graph: Graph, sources: list[int], targets: list[int]) -> None:
    for target in targets:
        for source in sources:
            graph.link(source, target)


def _stretch(n: int, m: int) -> float:
    """Return how far apart the m nodes of a row stand that is as long as one of n."""
    return (n - 1) / (m - 1) if n > 1 < m else 1.0
