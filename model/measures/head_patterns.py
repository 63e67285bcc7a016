"""Named attention patterns of heads, such as weight on the previous token."""

from collections.abc import Mapping

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import one_hot

DIAGONALS = {"previous token": -1, "same token": 0, "next token": 1}
MIN_WEIGHT_SHARE, MIN_ROW_SHARE = (
    0.35,
    0.5,
)  # thresholds of a named pattern: share of the weight, of the rows


def pattern_shares(
    weights: Float[Tensor, "*some query key"], attention: str
) -> dict[str, Float[Tensor, "*some"]]:
    """Return, for each attention pattern, each head's mean weight on the pattern's key.

    In the decoder's self-attention the first query is left out, as it may attend to one token only.
    The mean is NaN if no query has such a key, in very short sentences.

    Args:
        weights: attention weights, after the softmax.
        attention: "encoder", "decoder" or "cross".

    Returns:
        Pattern -> mean weight of each head. The patterns are "previous token" and "same token" (not
        for "cross"), "next token" ("encoder" only), "end token" ("encoder" and "cross") and "start
        token" ("decoder" only).
    """
    first = int(attention == "decoder" and weights.shape[-2] > 1)
    rows = weights[..., first:, :]
    diagonals = {
        name: mean_diagonal_weight(rows, first + offset) for name, offset in DIAGONALS.items()
    }
    if attention == "encoder":
        return {**diagonals, "end token": rows[..., -1].mean(dim=-1)}
    if attention == "decoder":
        del diagonals["next token"]
        return {**diagonals, "start token": rows[..., 0].mean(dim=-1)}
    return {"end token": rows[..., -1].mean(dim=-1)}


def clear_pattern_shares(
    weights: Float[Tensor, "*some query key"], attention: str
) -> dict[str, Float[Tensor, "*some"]]:
    """Return ``pattern_shares``, with 0 for each head that does not follow the pattern clearly.

    A head follows a pattern clearly if its mean weight on the key that the pattern names is at
    least 0.35, and more than half of its queries have their largest weight on that key.

    Args:
        weights: attention weights, after the softmax.
        attention: "encoder", "decoder" or "cross".
    """
    strongest = one_hot(weights.argmax(dim=-1), weights.shape[-1]).float()
    rows = pattern_shares(strongest, attention)  # share of rows with their largest weight there
    return {
        name: shares.where((shares >= MIN_WEIGHT_SHARE) & (rows[name] > MIN_ROW_SHARE), 0.0)
        for name, shares in pattern_shares(weights, attention).items()
    }


def find_clearest_heads(
    shares_by_pattern: Mapping[str, Float[Tensor, "layer head"]],
) -> list[tuple[str, int, int, float]]:
    """Return each pattern's head of largest share: (pattern, layer, head, share), largest first.

    Args:
        shares_by_pattern: pattern -> shares of all heads, from ``clear_pattern_shares``. A pattern
            that no head follows has only zeros, and is left out.
    """
    found = []
    for name, shares in shares_by_pattern.items():
        layer, head = divmod(int(shares.argmax()), shares.shape[1])
        if shares[layer, head]:
            found.append((name, layer, head, shares[layer, head].item()))
    return sorted(found, key=lambda one: -one[3])


def mean_diagonal_weight(
    weights: Float[Tensor, "*some query key"], offset: int
) -> Float[Tensor, "*some"]:
    """Return the mean attention weight on the key ``offset`` positions after each query.

    A negative offset is a key before the query. Queries without such a key are left out.
    """
    return weights.diagonal(offset, dim1=-2, dim2=-1).mean(dim=-1)
