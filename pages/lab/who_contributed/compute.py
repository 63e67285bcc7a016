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
        top_source_index: index of the source column with the largest share.
        top_prefix_index: index of the prefix column with the largest share, if any.
        source_share: total share of the source; None for methods without the prefix.
    """

    name: str
    source: Sequence[float] | None
    prefix: Sequence[float] | None = None
    raw: Sequence[float] = ()
    top_source_index: int = -1
    top_prefix_index: int = -1
    source_share: float | None = None


def compute_method_rows(
    scores: Mapping[str, Scores],
    step: int,
    source_columns: Sequence[int],
    target_columns: Sequence[int],
) -> list[MethodRow]:
    """Return the scores of each attribution method at one step, by column.

    The scores of the tokens of a column are added up; then each method's row is scaled so that its
    absolute values sum to 1.

    Args:
        scores: key of each method in ``METHODS`` -> its scores, of all steps or of this one alone.
        step: the step, from 0.
        source_columns: the number of each source token's column, from 0; pieces of one word may
            share a column.
        target_columns: the same for each token of the target prefix.

    Returns:
        A row for each method, in the order of ``METHODS``; without numbers if ``scores`` lacks it.
    """
    result = []
    for name in METHODS:
        if name not in scores:
            result.append(MethodRow(name, None))
            continue
        own = scores[name]
        place = step if len(own.source) > 1 else 0
        raw = Scores(
            _sum_pieces(own.source[place, : len(source_columns)], source_columns)[None],
            _sum_pieces(own.prefix[place, : len(target_columns)], target_columns)[None],
        )
        result.append(_method_row(name, raw))
    return result


def _method_row(name: str, scores: Scores) -> MethodRow:
    """Return one attribution method's row, with its scores normalized."""
    scaled = normalize_scores(scores)
    source, prefix = scaled.source[0], scaled.prefix[0]
    both = name not in SOURCE_ONLY
    return MethodRow(
        name,
        source.tolist(),
        prefix.tolist() if both else None,
        tuple(torch.cat([scores.source[0], scores.prefix[0]]).tolist()),
        top_source_index=int(source.argmax()),
        top_prefix_index=int(prefix.argmax()) if both else -1,
        source_share=source.abs().sum().item() if both else None,
    )


def _sum_pieces(
    values: Float[Tensor, " piece"], numbers: Sequence[int]
) -> Float[Tensor, " column"]:
    """Sum scores over the pieces that share a column."""
    return values @ F.one_hot(torch.tensor(numbers)).to(values)
