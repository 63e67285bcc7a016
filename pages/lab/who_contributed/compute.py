"""The picture's numbers: rows on one scale, pieces put together, and what each points to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from model.attribution.inputs import Scores
from model.attribution.methods import METHODS, SOURCE_ONLY, normalize_scores


@dataclass(frozen=True)
class Row:
    """One method's answer at one step.

    Args:
        name: of the method, as in ``METHODS``.
        source: shares of the source tokens; None if they are not known yet.
        prefix: shares of what was written so far; None for methods that read the source only.
        raw: the method's own numbers, source then prefix.
        points: place of the source token with the largest share.
        leans: place of the prefix token with the largest share, if any.
        share: the source's part of the row's size; None for methods that read the source only.
    """

    name: str
    source: list[float] | None
    prefix: list[float] | None = None
    raw: tuple[float, ...] = ()
    points: int = -1
    leans: int = -1
    share: float | None = None


def rows(
    found: Mapping[str, Scores], step: int, sources: Sequence[int], targets: Sequence[int]
) -> list[Row]:
    """Return a row for each method.

    Args:
        found: scores by method; of all steps, or of the one step alone.
        step: from 0.
        sources: number of each source column's token: pieces, or words put together.
        targets: the same of the prefix.
    """
    result = []
    for name in METHODS:
        if name not in found:
            result.append(Row(name, None))
            continue
        own = found[name]
        place = step if len(own.source) > 1 else 0
        raw = Scores(
            _sum_pieces(own.source[place, : len(sources)], sources)[None],
            _sum_pieces(own.prefix[place, : len(targets)], targets)[None],
        )
        result.append(_row(name, raw))
    return result


def _row(name: str, raw: Scores) -> Row:
    scaled = normalize_scores(raw)
    source, prefix = scaled.source[0], scaled.prefix[0]
    both = name not in SOURCE_ONLY
    return Row(
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
    """Add up what the pieces of each column got."""
    return values @ F.one_hot(torch.tensor(numbers)).to(values)
