"""Dropout (section 5.4) with cheap random numbers: one draw for four elements."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

BITS = 16  # random bits for each element


class Dropout(nn.Module):
    """Zero each element with probability P_drop in training, and scale up the others.

    Like torch.nn.Dropout, but faster on a CPU: one random 64-bit number decides about four elements
    instead of one.

    Args:
        P_drop: the probability, rounded to a multiple of 1/65,536.
    """

    def __init__(self, P_drop: float) -> None:
        """Set the probability with which elements are zeroed."""
        super().__init__()
        self.P_drop = P_drop

    def forward(self, x: Float[Tensor, "*some"]) -> Float[Tensor, "*some"]:
        """Return x with random elements zeroed and the others rescaled; in evaluation, x itself."""
        if not self.training or not self.P_drop:
            return x
        count = x.numel()
        drawn = torch.empty(-(-count * BITS // 64), dtype=torch.int64, device=x.device)
        bits = drawn.random_(-(2**63), None).view(torch.int16)[:count].view(x.shape)
        kept = bits >= round(self.P_drop * 2**BITS) - 2 ** (BITS - 1)
        return x * (kept.to(x.dtype) / (1 - self.P_drop))
