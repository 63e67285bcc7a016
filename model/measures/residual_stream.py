r"""What can be measured of the stream of vectors between the sub-layers.

LayerNorm is $\gamma \odot (v - \mu) / \sqrt{\sigma^2 + \epsilon} + \beta$, with the mean $\mu$
and the biased variance $\sigma^2$ of the components of one position's vector $v$.
"""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize


def standardize(
    summed: Float[Tensor, "*some d_model"], eps: float
) -> Float[Tensor, "*some d_model"]:
    """Take the mean away and divide by the standard deviation: LayerNorm before gamma and beta."""
    variance, mean = torch.var_mean(summed, dim=-1, keepdim=True, correction=0)
    return (summed - mean) / (variance + eps).sqrt()


def similarity(vectors: Float[Tensor, "*some position d_model"]) -> Float[Tensor, "*some"]:
    """Return the mean cosine between different positions; not a number if there is only one."""
    count = vectors.shape[-2]
    directions = normalize(vectors, dim=-1)
    # All pairs at once: the squared length of the sum, without each direction with itself.
    pairs = directions.sum(dim=-2).square().sum(dim=-1) - directions.square().sum(dim=(-2, -1))
    return pairs / (count * (count - 1)) if count > 1 else torch.full_like(pairs, torch.nan)
