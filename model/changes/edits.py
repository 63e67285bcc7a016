"""What changes do to the tensors of a pass: edits of its taps."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.hooks import Edit, hook_parameters


def join_edits(*several: Mapping[str, Edit]) -> dict[str, Edit]:
    """Return all edits; at a tap that several edit, one acts after the other."""
    joined: dict[str, list[Edit]] = {}
    for edits in several:
        for tap, edit in edits.items():
            joined.setdefault(tap, []).append(edit)
    return {
        tap: some[0] if len(some) == 1 else partial(_in_turn, some) for tap, some in joined.items()
    }


class UncentredNorm:
    r"""LayerNorm that takes no mean away: $\gamma \odot v / \sqrt{\mathrm{mean}(v^2)} + \beta$.

    RMSNorm (Zhang and Sennrich 2019) is this without $\beta$. What leaves a LayerNorm does not
    tell what went in: one tap sees it, the next one puts the other result in its place.

    Args:
        norm: the trained LayerNorm.
    """

    def __init__(self, norm: nn.LayerNorm) -> None:
        self._norm = norm
        self._seen: Tensor | None = None

    def see(self, summed: Tensor) -> Tensor:
        """Keep what the norm reads, unchanged: for the tap of the sum."""
        self._seen = summed
        return summed

    def instead(self, _: Tensor) -> Tensor:
        """Return the sum that was seen, scaled but not centred: for the tap of the output."""
        if self._seen is None:
            raise RuntimeError("the tap of the sum comes before that of the output")
        size = (self._seen.square().mean(dim=-1, keepdim=True) + self._norm.eps).sqrt()
        return self._seen / size * self._norm.weight + self._norm.bias


def pool_heads(
    heads: Float[Tensor, "batch head key d_k"], groups: int
) -> Float[Tensor, "batch head key d_k"]:
    """Give every head of a group the mean of the group."""
    mean = heads.unflatten(1, (groups, -1)).mean(dim=2)
    return mean.repeat_interleave(heads.shape[1] // groups, dim=1)


def pin_weights(
    weights: Float[Tensor, "batch key"], pins: Iterable[tuple[int, float]]
) -> Float[Tensor, "batch key"]:
    """Set some weights of a row; the others keep their proportions and share what is left.

    Args:
        weights: each row sums to one.
        pins: position and new weight; positions that the row does not have are left out. Where
            nobody else could take what is left, the pinned ones share it, in proportion; if they
            are all zero, nobody can, and the row stays as it was.
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
    """Set some weights of one row of one head, as ``pin_weights`` does."""
    if row >= weights.shape[2]:  # a step of decoding that has not come so far
        return weights
    weights = weights.clone()
    weights[:, head, row] = pin_weights(weights[:, head, row], pins)
    return weights


def zero_at(tensor: Float[Tensor, "*some"], axis: int, place: int) -> Float[Tensor, "*some"]:
    """Set what stands at one place of an axis to zero."""
    return tensor.index_fill(axis, torch.tensor([place], device=tensor.device), 0)


def _in_turn(
    edits: Sequence[Edit],
    tensor: Tensor,
    name: str = "",
    position: range = range(0),
    step: int | None = None,
) -> Tensor:
    """Let one edit act after the other; each is told what it asks for."""
    known = {"name": name, "position": position, "step": step}
    for edit in edits:
        tensor = edit(tensor, **{one: known[one] for one in hook_parameters(edit)})
    return tensor
