r"""Quantize weights to int8: whole numbers, and one scale for each row of a matrix.

$$w \approx s \cdot n, \quad n = \mathrm{round}(w / s) \in \{-127, \ldots, 127\}, \quad
  s = \max_{\mathrm{row}} |w| \,/\, 127$$

A file holds ``n`` under the name of the matrix, and the scales under that name with ``.scale``.
"""

from collections.abc import Mapping

import torch
from torch import Tensor

SCALE = ".scale"
MOST = 127


def quantize_int8(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return weights with matrices as int8, one scale per row; vectors such as biases stay.
    The scales of a matrix are under its name with ``.scale``.

    Args:
        weights: parameter name -> tensor.
    """
    result: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        if tensor.dim() != 2:
            result[name] = tensor
            continue
        step = tensor.float().abs().amax(dim=1, keepdim=True) / MOST
        safe = torch.where(step > 0, step, 1)  # a row of zeros stays zero
        result[name] = (tensor.float() / safe).round().to(torch.int8)
        result[name + SCALE] = safe[:, 0]
    return result


def dequantize_int8(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of ``quantize_int8`` in single precision again, without the scales.

    Raises:
        ValueError: if an int8 matrix lacks its scales.
    """
    result: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        if name.endswith(SCALE) and name.removesuffix(SCALE) in weights:
            continue
        if tensor.dtype == torch.int8:
            step = weights.get(name + SCALE)
            if step is None or step.shape != tensor.shape[:1]:
                raise ValueError(f"the rows of {name} have no steps")
            result[name] = tensor.float() * step.float().unsqueeze(1)
        else:
            result[name] = tensor.float()
    return result
