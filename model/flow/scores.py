r"""Why a head looks there: one of its scores, split into pairs of what was added to both vectors.

A score is bilinear in the vector that asks and the one that answers, and both are sums:

$$\frac{q \cdot k}{\sqrt{d_k}} = \sum_a \sum_b \frac{(a W_Q) \cdot (b W_K)}{\sqrt{d_k}}$$
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.flow.flows import Stream, streams
from model.flow.held import Held
from model.flow.nodes import Sublayer
from model.parts import part


def score_pairs(
    held: Held, sublayer: Sublayer, head: int, query: int, key: int
) -> Float[Tensor, "part part_of_key"]:
    """Split one attention score into a sum over pairs of residual-stream parts of query and key.

    Args:
        held: the pass.
        sublayer: an attention.
        head: counted from 0.
        query: the position that asks.
        key: the position that answers.

    Returns:
        A row for each node below the one that asks, a column for each below the one that answers;
        the last of both are all biases together.
    """
    module = part(held.network, sublayer.path, MultiHeadAttention)
    asks = _stream(held, sublayer.stack, sublayer)
    answers = _stream(held, "encoder", None) if sublayer.kind == "cross" else asks
    q, k = (
        _project_parts(held, f"{sublayer.path}.{tap}", matrix, stream, place)[head]
        for tap, matrix, stream, place in (
            ("q", module.W_Q, asks, query),
            ("k", module.W_K, answers, key),
        )
    )
    return q @ k.T / math.sqrt(module.d_k)


def _stream(held: Held, stack: str, reader: Sublayer | None) -> Stream:
    """Return the stream that a sub-layer reads; that which leaves the stack if there is none."""
    return next(stream for sublayer, stream in streams(held, stack) if sublayer == reader)


def _project_parts(
    held: Held, tap: str, matrix: torch.nn.Linear, stream: Stream, place: int
) -> Float[Tensor, "head part d_k"]:
    """Carry the parts of one vector through a matrix; its bias belongs to the last part."""
    parts = torch.cat([stream.parts[place], stream.biases[place, None]]) @ matrix.weight.detach().T
    if matrix.bias is not None:
        parts[-1] += matrix.bias.detach()
    d_k = held.network.config.d_k
    return held.apply_edit(tap, parts.unflatten(-1, (-1, d_k)).transpose(0, 1).unsqueeze(0))[0]
