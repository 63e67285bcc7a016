"""Positions that collect attention without giving much, and numbers that outgrow all others."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor


def received_weight(weights: Float[Tensor, "head query key"]) -> Float[Tensor, "head key"]:
    """Return the mean weight that each key gets from the queries that may see it.

    A causal row may not look ahead: its zeros there do not count.
    """
    causal = weights.shape[1] == weights.shape[2] and not weights.triu(1).any()
    seen = torch.ones(weights.shape[1:], dtype=weights.dtype)
    seen = seen.tril() if causal else seen
    return weights.sum(dim=1) / seen.sum(dim=0)


def value_lengths(
    v: Float[Tensor, "head key d_k"], W_O: Float[Tensor, "d_model d_model"]
) -> Float[Tensor, "head key"]:
    r"""Return $\|v W_O\|$: how long what a key gives would be at full weight.

    Args:
        v: values of one layer.
        W_O: the projection of all heads side by side, as in Z W_O.
    """
    own = W_O.unflatten(0, (v.shape[0], -1))
    return (v @ own).norm(dim=-1)


@dataclass(frozen=True)
class Massive:
    """The largest number of a tensor, against what is usual there.

    Args:
        ratio: its size, divided by the median size.
        position: where it is.
        component: which number of the vector.
        value: itself.
    """

    ratio: float
    position: int
    component: int
    value: float


def massive(vectors: Float[Tensor, "position d_model"]) -> Massive:
    """Find the largest number of some vectors (Sun et al. 2024)."""
    sizes = vectors.abs()
    place = int(sizes.argmax())
    position, component = divmod(place, vectors.shape[1])
    ratio = (sizes.max() / sizes.median()).item()
    return Massive(ratio, position, component, vectors[position, component].item())
