"""Edits that changes make at the taps of a pass."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.hooks import Edit, declared_context


def join_edits(*mappings: Mapping[str, Edit]) -> dict[str, Edit]:
    """Merge mappings from tap to edit; several edits of one tap are applied in turn."""
    joined: dict[str, list[Edit]] = {}
    for edits in mappings:
        for tap, edit in edits.items():
            joined.setdefault(tap, []).append(edit)
    return {
        tap: some[0] if len(some) == 1 else partial(_apply_in_turn, some)
        for tap, some in joined.items()
    }


class UncentredNorm:
    r"""LayerNorm without centring: $\gamma \odot v / \sqrt{\mathrm{mean}(v^2)} + \beta$.

    RMSNorm (Zhang and Sennrich 2019) is this without $\beta$. It takes two edits, because the input
    cannot be recovered from a LayerNorm's output: first ``store_sum``, then ``replace_output``.

    Args:
        norm: the trained LayerNorm, whose weight and bias are used.
    """

    def __init__(self, norm: nn.LayerNorm) -> None:
        """Keep the LayerNorm; no input is stored yet."""
        self._norm = norm
        self._seen: Tensor | None = None

    def store_sum(self, norm_input: Tensor) -> Tensor:
        """Store the LayerNorm's input and return it unchanged: the edit of the tap ``sum``."""
        self._seen = norm_input
        return norm_input

    def replace_output(self, _: Tensor) -> Tensor:
        """Return the stored input, normalized without centring: the edit of the tap ``output``.
        The argument, which is the LayerNorm's own output, is ignored.
        """
        if self._seen is None:
            raise RuntimeError("the tap of the sum comes before that of the output")
        size = (self._seen.square().mean(dim=-1, keepdim=True) + self._norm.eps).sqrt()
        return self._seen / size * self._norm.weight + self._norm.bias


def pool_heads(
    heads: Float[Tensor, "batch head key d_k"], groups: int
) -> Float[Tensor, "batch head key d_k"]:
    """Return the vectors of each head replaced by their mean over a group of neighbouring heads.

    Args:
        heads: keys or values of all heads.
        groups: number of groups, all of the same size: with 8 heads and 2 groups, heads 0 to 3
            become equal to each other, and so do heads 4 to 7.
    """
    mean = heads.unflatten(1, (groups, -1)).mean(dim=2)
    return mean.repeat_interleave(heads.shape[1] // groups, dim=1)


def pin_weights(
    weights: Float[Tensor, "batch key"], pins: Iterable[tuple[int, float]]
) -> Float[Tensor, "batch key"]:
    """Return attention weights with some set to given values; the others are rescaled.

    The weights of a query still sum to one. If all its other weights are zero, the given ones are
    rescaled instead; if these are zero, too, its weights stay unchanged.

    Args:
        weights: attention weights of one query in each sentence; they sum to one over the keys.
        pins: pairs (key position, from 0, new weight); positions beyond the last key are ignored.
    """
    there = {key: weight for key, weight in pins if key < weights.shape[-1]}
    places, wanted = list(there), weights.new_tensor(list(there.values()))
    rest = weights.clone()
    rest[:, places] = 0
    share = (1 - wanted.sum()).clamp(min=0) / rest.sum(dim=-1, keepdim=True)
    result = rest * share.nan_to_num(posinf=0)
    result[:, places] = wanted
    total = result.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, result / total, weights)


def pin_row(
    weights: Float[Tensor, "batch head query key"],
    head: int,
    row: int,
    pins: tuple[tuple[int, float], ...],
) -> Float[Tensor, "batch head query key"]:
    """Return attention weights with those of one query in one head changed by ``pin_weights``.

    Args:
        weights: attention weights of all heads.
        head: the head, from 0.
        row: the query position, from 0; if there are fewer queries, nothing is changed.
        pins: pairs (key position, from 0, new weight).
    """
    if row >= weights.shape[2]:  # a shorter prefix, during a search
        return weights
    weights = weights.clone()
    weights[:, head, row] = pin_weights(weights[:, head, row], pins)
    return weights


def zero_at(tensor: Float[Tensor, "*some"], axis: int, index: int) -> Float[Tensor, "*some"]:
    """Return the tensor with zeros at one index of an axis."""
    return tensor.index_fill(axis, torch.tensor([index], device=tensor.device), 0)


def _apply_in_turn(
    edits: Sequence[Edit],
    tensor: Tensor,
    name: str = "",
    position: range = range(0),
    step: int | None = None,
) -> Tensor:
    """Apply edits one after the other, each with the context arguments it declares."""
    known = {"name": name, "position": position, "step": step}
    for edit in edits:
        tensor = edit(tensor, **{one: known[one] for one in declared_context(edit)})
    return tensor
