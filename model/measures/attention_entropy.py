r"""How sharp the softmax is, with and without the division by the square root of d_k.

For a row of weights p: the entropy $H = -\sum_j p_j \log_2 p_j$ in bits; $2^H$, the number of keys
that, read equally, would have this entropy; and $\sum_j p_j (1 - p_j)$, the derivatives
$\partial p_j / \partial z_j$ of the weights by their own scores, added up.
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

LEAST, MOST = 0.5, 1.4  # times the even share: what each weight has where weights are even
FEWEST = 3  # keys of which that is said


def query_key_products(
    q: Float[Tensor, "head query d_k"], k: Float[Tensor, "head key d_k"]
) -> Float[Tensor, "head query key"]:
    """Multiply every query by every key: the scores before they are divided."""
    return q @ k.transpose(-2, -1)


def weights_with_divisor(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> Float[Tensor, "head query key"]:
    """Compute the weights that the model would give if it divided by something else."""
    return (products / divisor).masked_fill(~visible, -math.inf).softmax(dim=-1)


def entropies(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    """Compute the entropy of each row in bits."""
    return torch.special.entr(weights).sum(dim=-1) / math.log(2)


def even_rows(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Bool[Tensor, "*some query"]:
    """Say which rows spread their weight almost evenly: of three keys or more, none stands out,
    and each gets at least half of the even share.

    Args:
        weights: after the softmax.
        visible: True where a row may look at a key.
    """
    count = visible.sum(dim=-1)
    most, least = (
        weights.masked_fill(~visible, 0.0).max(dim=-1).values * count,
        weights.masked_fill(~visible, 1.0).min(dim=-1).values * count,
    )
    return (most <= MOST) & (least >= LEAST) & (count >= FEWEST)


def keys_read(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Float[Tensor, "*some"]:
    """Return how many keys a row reads, two to the power of its entropy: the mean over the rows.

    Rows that see one key only have no choice and are left out; where all are such, it is one.
    """
    read = 2 ** entropies(weights)
    several = (visible.sum(dim=-1) > 1).expand(read.shape)
    count = several.sum(dim=-1)
    return (read.where(several, 0.0).sum(dim=-1) / count).where(count > 0, 1.0)
