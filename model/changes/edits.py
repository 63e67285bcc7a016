"""What changes do to the tensors of a pass: edits of its taps."""

import math
from collections.abc import Iterable, Mapping
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.changes.kinds import (
    STACKS,
    Change,
    FilledTap,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    RoundedWeights,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
)
from model.layers import AddAndNorm
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import Edit
from model.transformer import Transformer


def edits(model: Transformer, changes: Iterable[Change]) -> Mapping[str, Edit]:
    """Return the edits of a pass, by the names of the taps where they act.

    Several changes at one tap act one after the other; only tokens that get each other's rows of
    E have to change at once.
    """
    changes = list(changes)
    swaps = [change for change in changes if isinstance(change, SwappedEmbedding)]
    result = _swap_embeddings(model, swaps) if swaps else {}
    for change in changes:
        if not isinstance(change, SwappedEmbedding):
            result = join_edits(result, _of(change, model))
    return result


def join_edits(first: Mapping[str, Edit], then: Mapping[str, Edit]) -> dict[str, Edit]:
    """Return the edits of both; at a tap that both edit, one acts after the other."""
    both = {tap: partial(_both, first[tap], edit) for tap, edit in then.items() if tap in first}
    return {**first, **then, **both}


def _of(change: Change, model: Transformer) -> dict[str, Edit]:
    layers = model.config.layers
    match change:
        case SilencedHead(attention, layer, head):
            tap = f"{ATTENTIONS[attention].format(layer)}.heads"
            return {tap: partial(_zero_at, axis=1, place=head)}
        case SilencedUnit(stack, layer, unit):
            tap = f"{stack}.layers.{layer}.feed_forward.hidden"
            return {tap: partial(_zero_at, axis=-1, place=unit)}
        case FilledTap(tap, value):
            return {tap: partial(torch.full_like, fill_value=value)}
        case RemovedPart(part, around, layer):
            return {f"{SUBLAYERS[around].format(layer)}.{part}": torch.zeros_like}
        case ShuffledPositions():
            return {"encoder.embedding.positions": lambda rows: rows[change.order(len(rows))]}
        case TemperedAttention(attention, temperature):
            tap = f"{ATTENTIONS[attention]}.scores"
            scale = partial(torch.mul, other=1 / temperature)
            return {tap.format(layer): scale for layer in layers(attention)}
        case PinnedWeights(attention, layer, head, row, pins):
            tap = f"{ATTENTIONS[attention].format(layer)}.weights"
            return {tap: partial(_pin_row, head=head, row=row, pins=pins)}
        case GroupedHeads(attention, groups):
            paths = [ATTENTIONS[attention].format(layer) for layer in layers(attention)]
            share = partial(pool_heads, groups=groups)
            return {f"{path}.{tap}": share for path in paths for tap in ("k", "v")}
        case RoundedWeights():
            return {}  # not on the way of any tap: the model itself is another one
        case MissingEverywhere("norm-mean" | "norm-shift" as missing):
            return _norms(missing, model)
        case MissingEverywhere(missing):
            return _without(missing, model)
    raise ValueError(f"nothing is known of the change {change}")


def _without(missing: str, model: Transformer) -> dict[str, Edit]:
    layers = model.config.layers
    match missing:
        case "mask":
            tap = f"{ATTENTIONS['decoder']}.visible"
            return {tap.format(layer): torch.ones_like for layer in layers("decoder")}
        case "residuals":
            taps = [f"{path}.residual" for path in SUBLAYERS.values()]
            return {tap.format(layer): torch.zeros_like for tap in taps for layer in layers(tap)}
        case "root-d-k":
            taps = [f"{path}.scores" for path in ATTENTIONS.values()]
            back = partial(torch.mul, other=math.sqrt(model.config.d_k))
            return {tap.format(layer): back for tap in taps for layer in layers(tap)}
        case "root-d-model":
            back = partial(torch.mul, other=1 / math.sqrt(model.config.d_model))
            return {f"{stack}.embedding.embedding": back for stack in STACKS}
    return {f"{missing.removesuffix('-positions')}.embedding.positions": torch.zeros_like}


def _norms(missing: str, model: Transformer) -> dict[str, Edit]:
    result = {}
    for path, module in model.named_modules():
        if isinstance(module, AddAndNorm) and missing == "norm-shift":
            result[f"{path}.output"] = partial(torch.sub, other=module.norm.bias.detach())
        elif isinstance(module, AddAndNorm):
            norm = MeanKept(module.norm)
            result |= {f"{path}.sum": norm.see, f"{path}.output": norm.instead}
    return result


class MeanKept:
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
    places, wanted = list(there), torch.tensor(list(there.values()), dtype=weights.dtype)
    rest = weights.clone()
    rest[:, places] = 0
    share = (1 - wanted.sum()).clamp(min=0) / rest.sum(dim=-1, keepdim=True)
    result = rest * share.nan_to_num(posinf=0)
    result[:, places] = wanted
    total = result.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, result / total, weights)


def _pin_row(
    weights: Float[Tensor, "batch head query key"],
    head: int,
    row: int,
    pins: tuple[tuple[int, float], ...],
) -> Float[Tensor, "batch head query key"]:
    if row >= weights.shape[2]:  # a step of decoding that has not come so far
        return weights
    weights = weights.clone()
    weights[:, head, row] = pin_weights(weights[:, head, row], pins)
    return weights


def _zero_at(tensor: Tensor, axis: int, place: int) -> Tensor:
    return tensor.index_fill(axis, torch.tensor([place]), 0)


def _both(first: Edit, second: Edit, tensor: Tensor) -> Tensor:
    return second(first(tensor))


def _swap_embeddings(model: Transformer, swaps: Iterable[SwappedEmbedding]) -> dict[str, Edit]:
    """Replace rows of E in all three places where they are used: both stacks, and the logits."""
    E, pairs = model.E.weight.detach(), [(swap.token, swap.other) for swap in swaps]

    def read(rows: Tensor) -> Tensor:
        result = rows.clone()
        for token, other in pairs:
            result[(rows == E[token]).all(dim=-1)] = E[other]
        return result

    def compare(logits: Tensor) -> Tensor:
        tokens, others = map(list, zip(*pairs, strict=True))
        result = logits.clone()
        result[..., tokens] = logits[..., others]
        return result

    return {**{f"{stack}.embedding.rows": read for stack in STACKS}, "logits": compare}
