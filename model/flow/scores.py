r"""Split an attention score into terms, one for each pair of nodes that wrote into both vectors.

A score is bilinear in the query's and the key's residual stream, and both are sums:

$$\frac{q \cdot k}{\sqrt{d_k}} = \sum_a \sum_b \frac{(a W_Q) \cdot (b W_K)}{\sqrt{d_k}}$$
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.flow.flows import DecomposedStream, decompose_streams
from model.flow.linearized import LinearizedPass
from model.flow.nodes import Sublayer
from model.parts import typed_submodule


def split_score_into_pairs(
    linearized: LinearizedPass, sublayer: Sublayer, head: int, query: int, key_position: int
) -> Float[Tensor, "query_node key_node"]:
    """Return the terms of an attention score, by pair of what nodes wrote for query and key.

    Args:
        linearized: the linearized pass.
        sublayer: an attention sub-layer.
        head: head, from 0.
        query: the query's position.
        key_position: the key's position.

    Returns:
        A row for each node that wrote into the query's residual stream, then one for all biases;
        a column for each node that wrote into the key's, then one for all biases.
    """
    module = typed_submodule(linearized.network, sublayer.path, MultiHeadAttention)
    query_stream = _stream_read_by(linearized, sublayer.stack, sublayer)
    key_stream = (
        _stream_read_by(linearized, "encoder", None) if sublayer.kind == "cross" else query_stream
    )
    q, k = (
        _project_parts(linearized, f"{sublayer.path}.{tap}", projection, stream, position)[head]
        for tap, projection, stream, position in (
            ("q", module.W_Q, query_stream, query),
            ("k", module.W_K, key_stream, key_position),
        )
    )
    return q @ k.T / math.sqrt(module.d_k)


def _stream_read_by(
    linearized: LinearizedPass, stack: str, reader: Sublayer | None
) -> DecomposedStream:
    """Return the decomposed stream that a sub-layer reads; for None, the stack's output."""
    return next(
        stream for sublayer, stream in decompose_streams(linearized, stack) if sublayer == reader
    )


def _project_parts(
    linearized: LinearizedPass,
    tap: str,
    projection: torch.nn.Linear,
    stream: DecomposedStream,
    position: int,
) -> Float[Tensor, "head part d_k"]:
    """Project the parts of one position's vector to each head's query or key, biases last."""
    parts = (
        torch.cat([stream.parts[position], stream.biases[position, None]])
        @ projection.weight.detach().T
    )
    if projection.bias is not None:
        parts[-1] += projection.bias.detach()
    d_k = linearized.network.config.d_k
    return linearized.apply_edit(tap, parts.unflatten(-1, (-1, d_k)).transpose(0, 1).unsqueeze(0))[
        0
    ]
