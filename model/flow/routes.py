"""The strongest edges of a decision's flow graph, and the strongest paths along them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from model.flow.flows import Edges, compute_flows, largest_edges, merge_edges
from model.flow.graph import FlowGraph, GraphNode, M
from model.flow.linearized import LinearizedPass
from model.flow.nodes import FEED_FORWARD, STACKS, Node, list_nodes

INPUTS = 2  # nodes of a stack without inflow: its tokens and their positions
STEP = 0.1  # share of the nodes between two partial results


@dataclass(frozen=True)
class StrongestEdges:
    """The strongest edges of a decision, as far as computed.

    Args:
        share: share of the nodes whose flows are computed.
        edges: the strongest flows into these.
        into: sum of the absolute flows into m; 0 until they are known.
    """

    share: float
    edges: Edges
    into: float = 0.0


def yield_strongest_edges(held: LinearizedPass, count: int) -> Iterator[StrongestEdges]:
    """Yield the strongest edges found so far while flows are computed; the last yield is complete.

    Args:
        held: the linearized pass.
        count: number of edges to return.
    """
    every = 1 + sum(len(list_nodes(held.network.config, stack)) - INPUTS for stack in STACKS)
    found, done, told = [], 0, 0.0
    for one in compute_flows(held):
        found.append(largest_edges(one, count))
        done += len(one.values)
        if done < every and done / every >= told + STEP:
            told = done / every
            yield StrongestEdges(told, merge_edges(found, count))
    yield StrongestEdges(1.0, merge_edges(found, count), one.values.abs().sum().item())


def main_source(
    graph: FlowGraph, edges: Edges, strongest: GraphNode, least: float
) -> tuple[int | None, list[Node]]:
    """Return the position with most flow into a node, and the networks there that sent it.

    Args:
        graph: graph of the decision.
        edges: the strongest edges.
        strongest: the node whose input is looked at.
        least: share of the node's attribution that a feed-forward network must bring.
    """
    into: dict[tuple[int, int], list[tuple[Node, float]]] = {}
    goal = [strongest.stack, strongest.part, strongest.position]
    for begin, end, value in zip(
        edges.begin.tolist(), edges.end.tolist(), edges.values.tolist(), strict=True
    ):
        if end == goal:
            place = GraphNode(*begin)
            key = (place.stack, place.position)
            into.setdefault(key, []).append((graph.node(place), value))
    if not into:
        return None, []
    whole = graph.part(strongest)
    best = max(into, key=lambda key: abs(sum(value for _, value in into[key])))
    writers = [
        node
        for node, value in into[best]
        if node.kind == FEED_FORWARD and value * whole > 0 and abs(value) >= least * abs(whole)
    ]
    return best[1], sorted(writers, key=lambda node: node.layer)


def paths_to_margin(
    found: Sequence[Mapping], ways: Sequence[Mapping], count: int
) -> list[tuple[list[Mapping], float]]:
    """Return the strongest paths from a token to the margin m, each with its last edge's flow."""
    by_id = {one["id"]: one for one in found}
    into: dict[str, list[Mapping]] = {}
    for way in ways:
        into.setdefault(way["end"], []).append(way)
    result = []
    for last in into.get(M, [])[:count]:
        chain, here = [last["begin"]], last["begin"]
        while into.get(here):
            here = into[here][0]["begin"]
            chain.append(here)
        result.append(([by_id[one] for one in reversed(chain)], last["flow"]))
    return result
