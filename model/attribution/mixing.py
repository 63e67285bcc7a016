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
    """Multiply the mixing matrices of all layers: return each input token's share in the output.

    Row i of a mixing matrix says which share each position has in the output of a block at position
    i. At each step, the resulting shares of source and prefix together sum to one.

    Args:
        encoder: mixing matrix of self-attention in each encoder layer; rows sum to one.
        decoder: the same for each decoder layer, where no position sees later ones.
        cross: for each decoder layer, the shares that cross-attention takes from the positions of
            the encoder output. One minus the sum of a row is what the position keeps of itself.
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
    """Return attention rollout (Abnar and Zuidema, 2020): token shares by attention weights alone.

    In each layer, the mean weights A of all heads are averaged with the identity, $(A + I)/2$,
    which stands for the residual connection. The matrices of all layers are then multiplied.

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
    r"""Return ALTI+ scores: each input token's share in the decoder's output at each step.

    ALTI (Ferrando, Gállego and Costa-jussà, 2022) was extended to encoder and decoder as ALTI+
    (Ferrando et al., 2022). ``split_block_output`` splits the output $y_i$ of an attention block at
    position i into parts $T_i(x_j)$, one for each position j that it reads. A part contributes

    $$c_{ij} = \max(0, \lVert y_i \rVert_1 - \lVert y_i - T_i(x_j) \rVert_1),$$

    and each row of c is divided by its sum. The matrices of all layers are multiplied. Feed-forward
    blocks are left out, because they do not mix positions.

    Args:
        model: the network.
        trace: its pass over one sentence and its translation, recorded without edits.
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
    """Return the share of each key position in the output of an attention block, as ALTI has it.

    Args:
        model: the network.
        trace: its recorded pass.
        attention: module path of the attention, such as ``encoder.layers.0.self_attention``.
        add_and_norm: module path of the Add & Norm after it, such as
            ``encoder.layers.0.add_and_norm_1``.

    Returns:
        A row for each query, with a column for each key; rows sum to one. In self-attention, the
        residual connection is added to the query's own position; in cross-attention, the residual
        connection is an extra last column.
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
    r"""Split an attention block's output into one vector for each key, and one for the residual.

    $$T_i(x_j) = \mathrm{L}_i\Big(\sum_h p_h(i, j)\, v_h(j)\, W_O^{(h)}\Big), \qquad
      \mathrm{L}_i(u) = \gamma\, \frac{u - \mathrm{mean}(u)}{\sigma_i}$$

    $p_h$ are the attention weights of head h, $v_h$ its values. $\mathrm{L}_i$ is the LayerNorm
    after the block, with the standard deviation $\sigma_i$ of the whole sum at query i, so that it
    is linear. The parts and the norm's bias $\beta$ add up to the output.

    Args:
        model: the network.
        trace: its recorded pass.
        attention: module path of the attention, such as ``encoder.layers.0.self_attention``.
        add_and_norm: module path of the Add & Norm after it.
        rows: the query positions.

    Returns:
        For each query, a vector for each key, and the residual's as the last.
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
    r"""Return how much each part explains of the output: ALTI's $\max(0, |y|_1 - |y - T|_1)$.
    y is the output at a query, T one part; the closer the part comes to it, the larger the number.
    """
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
