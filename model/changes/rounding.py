r"""Round weights to few bits: each row of a matrix becomes whole multiples of one scale.

$$w \approx s \cdot \mathrm{round}(w / s), \quad
  s = \max_{\mathrm{row}} |w| \,/\, (2^{b-1} - 1)$$
"""

import copy
from functools import lru_cache

import torch
from jaxtyping import Float
from torch import Tensor

from model.transformer import Transformer

SCALE_BITS = 16  # for the scale of each row


def round_rows(weights: Float[Tensor, "_ _"], bits: int) -> Float[Tensor, "_ _"]:
    """Return a matrix with each row's weights rounded to whole multiples of the row's scale.
    With b bits, a weight has one of 2^b - 1 values, symmetric around zero; the largest is the
    largest absolute weight of the row.

    Args:
        weights: a weight matrix.
        bits: b, at least 2.
    """
    step = weights.abs().amax(dim=1, keepdim=True) / (2 ** (bits - 1) - 1)
    return torch.where(step > 0, (weights / step).round() * step, weights)


@lru_cache(maxsize=3)
def round_matrices(model: Transformer, bits: int) -> Transformer:
    """Return a copy of a model with all matrices rounded, and vectors such as biases as they are.
    The last three results are cached.

    Args:
        model: the model; it does not change.
        bits: bits of each weight, at least 2; see ``round_rows``.
    """
    result = copy.deepcopy(model)
    for parameter in result.parameters():
        if parameter.dim() == 2:
            parameter.data = round_rows(parameter.data, bits)
    return result


@lru_cache(maxsize=3)
def stored_bits(model: Transformer) -> int:
    """Return how many bits store each matrix weight without loss: 8 or 16.

    8 are enough if the rows of all matrices already consist of whole multiples of a scale, as after
    rounding to 8 bits: rounding them again then changes nothing beyond float precision.
    """
    matrices = [parameter for parameter in model.parameters() if parameter.dim() == 2]
    whole = all(torch.allclose(round_rows(one, 8), one, rtol=1e-4, atol=0) for one in matrices)
    return 8 if whole else 16


def rounded_file_bytes(model: Transformer, bits: int) -> int:
    """Return the size in bytes of a file that stores rounded weights.
    Matrices take ``bits`` bits for each weight, and 16 for each row's scale; biases and other
    vectors take 16 for each number.

    Args:
        model: the model.
        bits: bits of each matrix weight.
    """
    sizes = [(p.shape[0] if p.dim() == 2 else 0, p.numel()) for p in model.parameters()]
    matrices = sum(rows * SCALE_BITS + count * bits for rows, count in sizes if rows)
    vectors = sum(count * SCALE_BITS for rows, count in sizes if not rows)
    return (matrices + vectors) // 8
