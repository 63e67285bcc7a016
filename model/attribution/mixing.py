"""Rollout and ALTI+: how much of each input token remains at each position of the last layer."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.attribution.inputs import Scores
from model.layers import AddAndNorm
from model.measures.heads import head_parts
from model.parts import typed_submodule
from model.trace import Trace
from model.transformer import Transformer

MAX_FLOATS = 4_000_000  # floats of parts that are held at a time: 16 MB


def multiply_mixing_matrices(
    encoder: Sequence[Float[Tensor, "source source"]],
    decoder: Sequence[Float[Tensor, "target target"]],
    cross: Sequence[Float[Tensor, "target source"]],
) -> Scores:
    """Return each input token's share in the decoder's output: the layers' matrices multiplied.
    Each row, of source and prefix together, sums to one.

    Args:
        encoder: shares of each layer's self-attention block; rows sum to one.
        decoder: the same of the decoder, where no position sees later ones.
        cross: what the block of cross-attention takes from the memory; the rest of a row is what
            the position keeps of itself.
    """
    memory = identity_like(cross[0].shape[1], cross[0])
    for shares in encoder:
        memory = shares @ memory
    prefix = identity_like(len(decoder[0]), decoder[0])
    source = torch.zeros_like(cross[0])
    for own, taken in zip(decoder, cross, strict=True):
        kept = 1 - taken.sum(dim=-1, keepdim=True)
        source = kept * (own @ source) + taken @ memory
        prefix = kept * (own @ prefix)
    return Scores(source, prefix)


def identity_like(size: int, like: Tensor) -> Float[Tensor, "_ _"]:
    """Return an identity matrix with the dtype and device of another tensor."""
    return torch.eye(size, dtype=like.dtype, device=like.device)


def rollout(trace: Trace) -> Scores:
    r"""Return attention rollout: the product of all attention matrices (Abnar and Zuidema, 2020).

    Each layer is $(A + I)/2$: the mean of its heads, and as much again for the residual.

    Args:
        trace: a recorded pass over one sentence and its translation.
    """
    means = [
        trace.layers(f"{stack}.layers.{{}}.{attention}.weights").mean(dim=1)
        for stack, attention in (
            ("encoder", "self_attention"),
            ("decoder", "self_attention"),
            ("decoder", "cross_attention"),
        )
    ]
    encoder, decoder = ((one + identity_like(one.shape[-1], one)) / 2 for one in means[:2])
    return multiply_mixing_matrices(list(encoder), list(decoder), list(means[2] / 2))


def alti(model: Transformer, trace: Trace) -> Scores:
    r"""Return ALTI+ scores: the layers' contribution shares multiplied (Ferrando et al., 2022).

    Ferrando, Gállego and Costa-jussà (2022); Ferrando et al. (2022) for encoder and decoder. With
    the parts $T_i(x_j)$ of a block's output $y_i$, see ``split_block_output``,

    $$c_{ij} = \max(0, \lVert y_i \rVert_1 - \lVert y_i - T_i(x_j) \rVert_1),$$

    and each row divided by its sum. The feed-forward block works on every position by itself, so
    it mixes nothing.

    Args:
        model: the network that made the trace, without edits.
        trace: a recorded pass over one sentence and its translation.
    """
    layers = model.config.layers("decoder")
    encoder = [
        _self_attention_shares(model, trace, f"encoder.layers.{layer}")
        for layer in model.config.layers("encoder")
    ]
    decoder = [_self_attention_shares(model, trace, f"decoder.layers.{layer}") for layer in layers]
    cross = [
        contribution_shares(
            model,
            trace,
            f"decoder.layers.{layer}.cross_attention",
            f"decoder.layers.{layer}.add_and_norm_2",
        )[:, :-1]
        for layer in layers
    ]
    return multiply_mixing_matrices(encoder, decoder, cross)


def _self_attention_shares(
    model: Transformer, trace: Trace, layer: str
) -> Float[Tensor, "query key"]:
    """Return each token's ALTI contribution to the outputs of a layer's self-attention block.

    The row of a query holds the shares of all keys in its output, and sums to one; the share of
    its own token includes the residual.
    """
    return contribution_shares(model, trace, f"{layer}.self_attention", f"{layer}.add_and_norm_1")


def contribution_shares(
    model: Transformer, trace: Trace, attention: str, add_and_norm: str
) -> Float[Tensor, "query part"]:
    """Return each key's ALTI share in the output of an attention block, given by module paths.
    Rows sum to one; in cross-attention, the last column is the residual's.

    Args:
        model: the network that made the trace.
        trace: a recorded pass.
        attention: module path of the block's attention.
        add_and_norm: module path of the Add & Norm after it. In self-attention the residual is the
            position's own share; for cross-attention it is the last column.
    """
    output = trace[f"{add_and_norm}.output"][0]
    keys, d_model = trace[f"{attention}.v"].shape[2], output.shape[1]
    count = max(1, MAX_FLOATS // (keys * d_model))
    rows = []
    for first in range(0, len(output), count):
        some = slice(first, first + count)
        each = split_block_output(model, trace, attention, add_and_norm, some)
        own = "self_attention" in attention
        if own:
            places = list(range(len(each)))
            each[places, [first + place for place in places]] += each[:, -1]
            each = each[:, :-1]
        proximity = l1_proximity(output[some], each)
        rows.append(_normalize_rows(proximity, first if own else None))
    return torch.cat(rows)


def split_block_output(
    model: Transformer, trace: Trace, attention: str, add_and_norm: str, rows: slice
) -> Float[Tensor, "query part d_model"]:
    r"""Split a block's output at query ``rows`` into one vector per key and, last, the residual's.

    $$T_i(x_j) = \mathrm{L}_i\Big(\sum_h p_h(i, j)\, v_h(j)\, W_O^{(h)}\Big), \qquad
      \mathrm{L}_i(u) = \gamma\, \frac{u - \mathrm{mean}(u)}{\sigma_i}$$

    The norm is linear once its deviation is known; together with its shift $\beta$ the parts add up
    to the output.

    Args:
        model: the network that made the trace.
        trace: a recorded pass.
        attention: module path of the attention.
        add_and_norm: module path of the Add & Norm after it.
        rows: the query positions.

    Returns:
        One part for each key, and the residual as the last part.
    """
    block, norm = trace.at(add_and_norm), typed_submodule(model, add_and_norm, AddAndNorm).norm
    W_O = typed_submodule(model, attention, MultiHeadAttention).W_O.weight
    values = head_parts(trace[f"{attention}.v"][0], W_O)
    weights = trace[f"{attention}.weights"][0][:, rows]
    added = torch.einsum("hqk,hkd->qkd", weights, values)
    each = torch.cat([added, block["residual"][0, rows].unsqueeze(1)], dim=1)
    deviation = (block["sum"][0, rows].var(dim=-1, correction=0) + norm.eps).sqrt()
    centred = each - each.mean(dim=-1, keepdim=True)
    return centred * (norm.weight / deviation[:, None, None])


def l1_proximity(
    output: Float[Tensor, "query d_model"], parts: Float[Tensor, "query part d_model"]
) -> Float[Tensor, "query part"]:
    """Return how much each part reduces the L1 distance to the output, at least 0 (ALTI)."""
    whole = output.abs().sum(dim=-1, keepdim=True)
    left = (output.unsqueeze(1) - parts).abs().sum(dim=-1)
    return (whole - left).clamp(min=0)


def _normalize_rows(
    proximity: Float[Tensor, "query part"], first_query: int | None
) -> Float[Tensor, "query part"]:
    """Divide each row by its sum; in a row of zeros, set the query's own position to 1."""
    total = proximity.sum(dim=-1, keepdim=True)
    own = torch.zeros_like(proximity)
    if first_query is None:
        own[:, -1] = 1
    else:
        own.diagonal(first_query).fill_(1)
    return torch.where(total > 0, proximity / total.clamp(min=1e-30), own)
