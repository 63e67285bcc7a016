r"""What can be measured of the stream of vectors between the sub-layers.

LayerNorm is $\gamma \odot (v - \mu) / \sqrt{\sigma^2 + \epsilon} + \beta$, with the mean $\mu$
and the biased variance $\sigma^2$ of the components of one position's vector $v$.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def standardize(
    summed: Float[Tensor, "*some d_model"], eps: float
) -> Float[Tensor, "*some d_model"]:
    """Take the mean away and divide by the standard deviation: LayerNorm before gamma and beta."""
    variance, mean = torch.var_mean(summed, dim=-1, keepdim=True, correction=0)
    return (summed - mean) / (variance + eps).sqrt()
