r"""Flows: how much of a node's attribution comes along the edge from each earlier node.

The flow from A to B is the gradient of m at B's output, propagated back through B alone (a head:
its weight and $W_V W_O$; a feed-forward network: $W_1$, its gates, $W_2$), times what is left of
A's output when B reads it. So all flows into a node and its biases add up to its attribution
(direct paths: Elhage et al. 2021; information flow routes: Ferrando and Voita 2024).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.attention import MultiHeadAttention
from model.flow.linearized import LinearizedPass
from model.flow.nodes import (
    FEED_FORWARD,
    STACKS,
    Sublayer,
    inner_bias_attributions,
    node_outputs,
    sublayers,
)
from model.layers import FeedForward
from model.parts import typed_submodule

MAX_FLOATS = 4_000_000  # flows that are held at a time
DECISION = (-1, -1, -1)  # where the last flows end: m itself


@dataclass(frozen=True)
class DecomposedStream:
    """The residual stream between two sub-layers, split by the node that wrote each part.

    Args:
        parts: what each node so far has written, in the order of ``list_nodes``.
        biases: what all biases together have written.
    """

    parts: Float[Tensor, "position part d_model"]
    biases: Float[Tensor, "position d_model"]


@dataclass(frozen=True)
class SublayerFlows:
    """Flows (edge attributions) into the nodes of one sub-layer.

    Args:
        stack: the stack of these nodes; "" for m itself.
        first: index, in the stack, of the first of these nodes.
        origin: the stack whose residual stream is read.
        queries: positions of these nodes.
        keys: positions that are read; for each query only its own, if it reads no other.
        values: flow from each earlier node.
        biases: what biases add, earlier or in the node itself.
    """

    stack: str
    first: int
    origin: str
    queries: Int[Tensor, " query"]
    keys: Int[Tensor, "_ key"]
    values: Float[Tensor, "head query key part"]
    biases: Float[Tensor, "head query"]


@dataclass(frozen=True)
class Edges:
    """Edges of the flow graph as a list; a node is (stack, node index, position).

    Args:
        begin: the node where each edge begins.
        end: the node where it ends, or ``DECISION``.
        values: the signed flows; the largest in size first.
    """

    begin: Int[Tensor, "count 3"]
    end: Int[Tensor, "count 3"]
    values: Float[Tensor, " count"]


def decompose_streams(
    linearized: LinearizedPass, stack: str
) -> Iterator[tuple[Sublayer | None, DecomposedStream]]:
    """Yield each sub-layer of a stack, bottom up, with the residual stream that it reads.

    Each stream is split into the parts that earlier nodes (heads, feed-forward networks,
    embeddings) wrote into it.

    Args:
        linearized: the linearized pass.
        stack: "encoder" or "decoder".

    Yields:
        (sub-layer, its input stream); at the end (None, the output stream of the stack).
    """
    first = [linearized.after[f"{stack}.embedding.{tap}"] for tap in ("embedding", "positions")]
    stream = DecomposedStream(torch.stack(first, dim=1), torch.zeros_like(first[0]))
    for sublayer in sublayers(linearized.network.config, stack):
        yield sublayer, stream
        residual = f"{sublayer.norm}.residual"
        same = (linearized.before[residual] == linearized.after[residual]).all(dim=-1)[
            :, None, None
        ]
        parts = linearized.apply_norm(
            sublayer.norm,
            torch.cat([stream.parts * same, node_outputs(linearized, sublayer)], dim=1),
        )
        stream = DecomposedStream(
            parts, linearized.after[f"{sublayer.norm}.output"] - parts.sum(dim=1)
        )
    yield None, stream


def compute_flows(linearized: LinearizedPass) -> Iterator[SublayerFlows]:
    """Yield the flows into the nodes of each sub-layer, encoder first, and at the end those into m.

    m is the logit margin. A flow is the part of m that passes along the edge from one node to
    another. The heads of one attention may be spread over several results, to save memory.
    """
    memory = None
    for stack in STACKS:
        for sublayer, stream in decompose_streams(linearized, stack):
            if sublayer is None:
                memory, end = stream, stream
            elif sublayer.kind == FEED_FORWARD:
                yield _flows_into_feed_forward(linearized, sublayer, stream)
            else:
                key_stream = memory if sublayer.kind == "cross" and memory else stream
                yield from _flows_into_heads(linearized, sublayer, key_stream, stream)
    last = torch.tensor([len(linearized.decision.prefix) - 1], device=end.biases.device)
    values, biases = (
        end.parts[-1] @ linearized.readout,
        end.biases[-1:] @ linearized.readout + linearized.logit_bias,
    )
    yield SublayerFlows(
        "", -1, "decoder", last, last[:, None], values[None, None, None], biases[None]
    )


def strongest_edges(linearized: LinearizedPass, edge_count: int) -> Edges:
    """Return the ``edge_count`` edges with the largest absolute flow, largest first."""
    return merge_edges(
        [largest_edges(flows, edge_count) for flows in compute_flows(linearized)], edge_count
    )


def largest_edges(flows: SublayerFlows, edge_count: int) -> Edges:
    """Return the ``edge_count`` edges of largest absolute flow into the nodes of one sub-layer."""
    flat = flows.values.flatten()
    indices = flat.abs().topk(min(edge_count, len(flat))).indices
    return Edges(*_edge_ends(flows, indices), flat[indices])


def merge_edges(edge_lists: Sequence[Edges], edge_count: int) -> Edges:
    """Return the ``edge_count`` edges of largest absolute flow in several lists, as one list."""
    begin, end, values = (
        torch.cat([getattr(edges, name) for edges in edge_lists])
        for name in ("begin", "end", "values")
    )
    best = values.abs().topk(min(edge_count, len(values))).indices
    return Edges(begin[best], end[best], values[best])


def _edge_ends(flows: SublayerFlows, indices: Int[Tensor, " count"]) -> tuple[Tensor, Tensor]:
    """Return both ends of some flows, given as indices into the flattened ``values``."""
    head, query, key, part = torch.unravel_index(indices, flows.values.shape)
    origin = torch.full_like(part, STACKS.index(flows.origin))
    begin = torch.stack([origin, part, flows.keys[query % len(flows.keys), key]], dim=1)
    if not flows.stack:
        return begin, torch.tensor([DECISION], device=begin.device).expand_as(begin)
    stack = torch.full_like(part, STACKS.index(flows.stack))
    return begin, torch.stack([stack, flows.first + head, flows.queries[query]], dim=1)


def _flows_into_feed_forward(
    linearized: LinearizedPass, sublayer: Sublayer, stream: DecomposedStream
) -> SublayerFlows:
    """Return the flows into a feed-forward network at every position."""
    W_1 = typed_submodule(linearized.network, sublayer.path, FeedForward).W_1.weight.detach()
    slopes = (
        linearized.gradients[f"{sublayer.path}.hidden"]
        * linearized.after[f"{sublayer.path}.gates"]
        @ W_1
    )
    values = (stream.parts @ slopes.unsqueeze(-1)).squeeze(-1)
    biases = (stream.biases * slopes).sum(dim=-1) + inner_bias_attributions(linearized, sublayer)
    positions = torch.arange(len(slopes), device=slopes.device)
    stack, count = sublayer.stack, stream.parts.shape[1]
    return SublayerFlows(
        stack, count, stack, positions, positions[:, None], values[None, :, None], biases[None]
    )


def _flows_into_heads(
    linearized: LinearizedPass,
    sublayer: Sublayer,
    key_stream: DecomposedStream,
    query_stream: DecomposedStream,
) -> Iterator[SublayerFlows]:
    """Yield the flows into an attention's heads, in chunks of heads that fit into memory.

    Args:
        linearized: the linearized pass.
        sublayer: the attention sub-layer.
        key_stream: the stream that keys and values are computed from.
        query_stream: the stream that queries are computed from; its parts are the nodes before
            these heads.
    """
    path, module = (
        sublayer.path,
        typed_submodule(linearized.network, sublayer.path, MultiHeadAttention),
    )
    rows = module.W_V.weight.detach().T.unsqueeze(0)
    W_V = linearized.apply_edit(f"{path}.v", module.split_heads(rows))[0]  # head d_model d_k
    slopes, weights = linearized.gradients[f"{path}.heads"], linearized.after[f"{path}.weights"]
    queries = slopes.ne(0).any(dim=-1).any(dim=0).nonzero().flatten()  # others do not affect m
    origin = "encoder" if sublayer.kind == "cross" else sublayer.stack
    inside = inner_bias_attributions(linearized, sublayer)
    keys, parts = key_stream.parts.shape[:2]
    count = max(1, MAX_FLOATS // max(1, len(queries) * keys * parts))
    for first in range(0, len(W_V), count):
        some = slice(first, first + count)
        back = slopes[some, queries] @ W_V[some].transpose(-2, -1)  # head query d_model
        chosen = weights[some, queries]
        values = back @ key_stream.parts.flatten(0, 1).T  # head query key·part
        values = values.unflatten(-1, (keys, parts)) * chosen.unsqueeze(-1)
        biases = (back @ key_stream.biases.T * chosen).sum(dim=-1) + inside[some, queries]
        start = query_stream.parts.shape[1] + first
        key_positions = torch.arange(keys, device=queries.device)[None]
        yield SublayerFlows(sublayer.stack, start, origin, queries, key_positions, values, biases)
