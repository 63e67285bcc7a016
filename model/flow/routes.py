"""The strongest edges of a decision's flow graph, and the strongest paths along them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from model.flow.flows import Edges, compute_flows, largest_edges, merge_edges
from model.flow.graph import M
from model.flow.linearized import LinearizedPass
from model.flow.nodes import STACKS, list_nodes

INPUTS = 2  # nodes of a stack without inflow: its tokens and their positions
STEP = 0.1  # share of the nodes between two partial results


@dataclass(frozen=True)
class StrongestEdges:
    """The strongest edges of a decision's flow graph that were found so far.

    Args:
        share: share of the nodes whose flows are computed.
        edges: the strongest flows into these.
        total_flow: sum of the absolute flows into m; 0 until they are known.
    """

    share: float
    edges: Edges
    total_flow: float = 0.0


def yield_strongest_edges(linearized: LinearizedPass, edge_count: int) -> Iterator[StrongestEdges]:
    """Yield the strongest edges found so far while flows are computed; the last yield is complete.

    Args:
        linearized: the linearized pass.
        edge_count: number of edges to return.
    """
    every = 1 + sum(len(list_nodes(linearized.network.config, stack)) - INPUTS for stack in STACKS)
    found, done, told = [], 0, 0.0
    for one in compute_flows(linearized):
        found.append(largest_edges(one, edge_count))
        done += len(one.values)
        if done < every and done / every >= told + STEP:
            told = done / every
            yield StrongestEdges(told, merge_edges(found, edge_count))
    yield StrongestEdges(1.0, merge_edges(found, edge_count), one.values.abs().sum().item())


def paths_to_margin(
    nodes: Sequence[Mapping], edges: Sequence[Mapping], path_count: int
) -> list[tuple[list[Mapping], float]]:
    """Return the strongest paths through a flow graph that end in the logit margin m.

    Each of the first ``path_count`` edges into m is followed backwards, always along the first edge
    into a node, until no edge leads further: as a rule, at a token.

    Args:
        nodes: nodes from ``graph_records``.
        edges: edges from ``graph_records``, those with the largest absolute flow first.
        path_count: most paths to return.

    Returns:
        (nodes of the path in forward order, flow along its last edge, the one into m).
    """
    by_id = {one["id"]: one for one in nodes}
    into: dict[str, list[Mapping]] = {}
    for edge in edges:
        into.setdefault(edge["end"], []).append(edge)
    result = []
    for last in into.get(M, [])[:path_count]:
        chain, here = [last["begin"]], last["begin"]
        while into.get(here):
            here = into[here][0]["begin"]
            chain.append(here)
        result.append(([by_id[one] for one in reversed(chain)], last["flow"]))
    return result
