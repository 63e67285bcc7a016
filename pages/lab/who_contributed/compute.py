"""Attribution scores of one step, normalized and summed over the pieces of each column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from model.attribution.inputs import Scores
from model.attribution.methods import METHODS, SOURCE_ONLY, normalize_scores


@dataclass(frozen=True)
class MethodRow:
    """One method's scores at one step.

    Args:
        name: key of the method in ``METHODS``.
        source: shares of the source tokens; None if not computed yet.
        prefix: shares of the target prefix; None for methods without it.
        raw: unnormalized scores, source then prefix.
        points: index of the source column with the largest share.
        leans: index of the prefix column with the largest share, if any.
        share: total share of the source; None for methods without the prefix.
    """

    name: str
    source: list[float] | None
    prefix: list[float] | None = None
    raw: tuple[float, ...] = ()
    points: int = -1
    leans: int = -1
    share: float | None = None


def compute_method_rows(
    found: Mapping[str, Scores], step: int, sources: Sequence[int], targets: Sequence[int]
) -> list[MethodRow]:
    """Return the normalized scores of every attribution method at one step.

    Args:
        found: scores by method, for all steps or for this one alone.
        step: from 0.
        sources: for each source token, the number of its column.
        targets: the same for the target prefix.
    """
    result = []
    for name in METHODS:
        if name not in found:
            result.append(MethodRow(name, None))
            continue
        own = found[name]
        place = step if len(own.source) > 1 else 0
        raw = Scores(
            _sum_pieces(own.source[place, : len(sources)], sources)[None],
            _sum_pieces(own.prefix[place, : len(targets)], targets)[None],
        )
        result.append(_method_row(name, raw))
    return result


def _method_row(name: str, raw: Scores) -> MethodRow:
    """Return one attribution method's row, with its scores normalized."""
    scaled = normalize_scores(raw)
    source, prefix = scaled.source[0], scaled.prefix[0]
    both = name not in SOURCE_ONLY
    return MethodRow(
        name,
        source.tolist(),
        prefix.tolist() if both else None,
        tuple(torch.cat([raw.source[0], raw.prefix[0]]).tolist()),
        points=int(source.argmax()),
        leans=int(prefix.argmax()) if both else -1,
        share=source.abs().sum().item() if both else None,
    )


def _sum_pieces(
    values: Float[Tensor, " piece"], numbers: Sequence[int]
) -> Float[Tensor, " column"]:
    """Sum scores over the pieces that share a column."""
    return values @ F.one_hot(torch.tensor(numbers)).to(values)
