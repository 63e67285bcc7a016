"""Dropout (section 5.4) whose chance costs little: one random number for four elements."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

BITS = 16  # that decide about one element


class Dropout(nn.Module):
    """Zero each element with the chance P_drop while training, and scale up the others.

    Like torch.nn.Dropout. On a CPU that one draws a random number for each element, one after the
    other, which takes as long as a large matrix product. Here one number decides about four.

    Args:
        P_drop: the chance, rounded to a multiple of 1/65,536.
    """

    def __init__(self, P_drop: float) -> None:
        super().__init__()
        self.P_drop = P_drop

    def forward(self, x: Float[Tensor, "*some"]) -> Float[Tensor, "*some"]:
        if not self.training or not self.P_drop:
            return x
        count = x.numel()
        drawn = torch.empty(-(-count * BITS // 64), dtype=torch.int64, device=x.device)
        bits = drawn.random_(-(2**63), None).view(torch.int16)[:count].view(x.shape)
        kept = bits >= round(self.P_drop * 2**BITS) - 2 ** (BITS - 1)
        return x * (kept.to(x.dtype) / (1 - self.P_drop))
