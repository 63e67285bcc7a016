r"""Integrated gradients (Sundararajan et al., 2017): gradients along a path from zero to the input.

$$\mathrm{IG}_j = x_j \cdot \int_0^1 \nabla_{x_j} \log p(\alpha x)\, d\alpha$$

All embeddings grow together from zero. The attributions of all tokens add up to what the output
token's log-probability gains along the path. What a sum of finitely many gradients misses is
measured on each segment of the path, and a segment that misses too much is split in four.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

import torch
from jaxtyping import Float
from torch import Tensor

from model.attribution.inputs import (
    ForcedPair,
    Scores,
    input_embeddings,
    log_p_gradients,
    max_batch_rows,
    split_scores,
)
from model.transformer import Transformer

PIECES = 8  # segments of the path at first
FIRST_STEPS = 4 * PIECES + 1  # gradients: five per segment, those at the borders shared
PARTS = 4  # segments that one with too large an error is split into
MAX_GRADIENTS = 1024  # gradients; after so many the remaining error is shown
SHARE, NATS = 0.01, 0.02  # tolerated completeness error: the larger of the two
CANCELS = 4  # times that error, in absolute values, may remain on segments that are not split

# Gauss-Lobatto nodes and weights for five gradients in a segment from −1 to 1, both ends and the
# middle among them: those gradients serve the neighbour and the parts of a split segment, too.
_INNER = math.sqrt(3 / 7)
POINTS = (-1.0, -_INNER, 0.0, _INNER, 1.0)
WEIGHTS = (1 / 10, 49 / 90, 32 / 45, 49 / 90, 1 / 10)


@dataclass(frozen=True)
class IntegratedGradients:
    """Integrated gradients of one step, with their completeness error.

    Args:
        scores: attribution scores, a single row for the step.
        log_p_gain: ln p at the input minus ln p at the zero baseline, in nats.
        completeness_error: absolute difference of this gain and the sum of the scores, in nats.
        gradient_count: number of gradients computed.
        converged: whether no refinement follows: the error is tolerated, or the limit is reached.
        endpoint_scores: gradient × input, the integrand at the end of the path.
    """

    scores: Scores
    log_p_gain: float
    completeness_error: float
    gradient_count: int
    converged: bool
    endpoint_scores: Scores


@dataclass(frozen=True)
class _PathPoint:
    """What was computed at one point of the path."""

    log_p: float
    slope: Float[Tensor, " token"]  # times the embedding


@dataclass
class _PathSegment:
    """A segment of the path, with its integrated scores and its gain in log p."""

    start: float
    end: float
    log_p_gain: float  # log-probability
    scores: Float[Tensor, " token"]

    @property
    def length(self) -> float:
        """The length of the segment, as a share (0 to 1) of the path from zero to the input."""
        return self.end - self.start

    @property
    def error(self) -> float:
        """The integration error in nats: |gain of ln p along the segment - sum of its scores|."""
        return abs(self.log_p_gain - self.scores.sum().item())


def integrated_gradients(
    model: Transformer,
    forced_pair: ForcedPair,
    step: int,
    relative_tolerance: float = SHARE,
    absolute_tolerance: float = NATS,
) -> IntegratedGradients:
    """Return the integrated gradients of one decoding step, refined until they are exact enough.
    The path leads from embeddings of zero to the input. The scores of all tokens should add up to
    the gain in ln p of the step's output token along it; the completeness error is the difference.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        step: decoding step, from 0.
        relative_tolerance: tolerated completeness error, as a share of the gain in ln p.
        absolute_tolerance: completeness error, in nats, that is always tolerated.
    """
    *_, last = refine_integrated_gradients(
        model, forced_pair, step, relative_tolerance, absolute_tolerance
    )
    return last


def refine_integrated_gradients(
    model: Transformer,
    forced_pair: ForcedPair,
    step: int,
    relative_tolerance: float = SHARE,
    absolute_tolerance: float = NATS,
) -> Iterator[IntegratedGradients]:
    """Yield a step's integrated gradients after each refinement, until they are exact enough.
    The last ones have a ``completeness_error`` within the larger tolerance, or took at least 1,024
    gradients.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        step: decoding step, from 0.
        relative_tolerance: tolerated completeness error, as a share of the gain in ln p.
        absolute_tolerance: completeness error, in nats, that is always tolerated.
    """
    forced_pair = forced_pair.truncate_at(step)
    x = input_embeddings(model, forced_pair)
    cache: dict[float, _PathPoint] = {}
    borders = [i / PIECES for i in range(PIECES + 1)]
    segments = _integrate_segments(model, forced_pair, x, list(pairwise(borders)), cache)
    while True:
        log_p_gain = cache[1.0].log_p - cache[0.0].log_p
        total = torch.stack([segment.scores for segment in segments]).sum(dim=0)
        completeness_error, tolerance = (
            abs(log_p_gain - total.sum().item()),
            max(relative_tolerance * abs(log_p_gain), absolute_tolerance),
        )
        converged = completeness_error <= tolerance or len(cache) >= MAX_GRADIENTS
        count = len(forced_pair.source)
        scores, endpoint_scores = (
            split_scores(row[None], count) for row in (total, cache[1.0].slope)
        )
        yield IntegratedGradients(
            scores, log_p_gain, completeness_error, len(cache), converged, endpoint_scores
        )
        if converged:
            return
        rough = _segments_to_split(segments, tolerance)
        quarters = [
            (
                segment.start + i / PARTS * segment.length,
                segment.start + (i + 1) / PARTS * segment.length,
            )
            for segment in rough
            for i in range(PARTS)
        ]
        segments = [segment for segment in segments if segment not in rough]
        segments += _integrate_segments(model, forced_pair, x, quarters, cache)


def _segments_to_split(segments: list[_PathSegment], tolerance: float) -> list[_PathSegment]:
    """Return the segments of largest error, to be split; the errors of the rest sum to little."""
    order = sorted(segments, key=lambda segment: segment.error)
    total, fine = 0.0, 0
    while fine < len(order) - 1 and total + order[fine].error <= CANCELS * tolerance:
        total += order[fine].error
        fine += 1
    return order[fine:]


def _integrate_segments(
    model: Transformer,
    forced_pair: ForcedPair,
    x: Float[Tensor, "token d_model"],
    bounds: list[tuple[float, float]],
    cache: dict[float, _PathPoint],
) -> list[_PathSegment]:
    """Integrate over path segments by 5-point Gauss-Lobatto; ``cache`` caches the gradients."""
    points = [[(a + b) / 2 + (b - a) / 2 * point for point in POINTS] for a, b in bounds]
    new = [alpha for alpha in dict.fromkeys(chain.from_iterable(points)) if alpha not in cache]
    count, last = (
        max_batch_rows(model, forced_pair, keep_activations=True),
        len(forced_pair.target) - 1,
    )
    for first in range(0, len(new), count):
        some = new[first : first + count]
        rows = x.new_tensor(some)[:, None, None] * x
        gradient, log_p = log_p_gradients(model, forced_pair, rows, [last] * len(some))
        found = zip(log_p.tolist(), (gradient * x).sum(dim=-1), strict=True)
        cache.update((alpha, _PathPoint(*one)) for alpha, one in zip(some, found, strict=True))
    segments = []
    weights = x.new_tensor(WEIGHTS)
    for (a, b), inside in zip(bounds, points, strict=True):
        scores = (b - a) / 2 * weights @ torch.stack([cache[alpha].slope for alpha in inside])
        segments.append(_PathSegment(a, b, cache[b].log_p - cache[a].log_p, scores))
    return segments
