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
        gained: log-probability at the input minus that at the zero baseline.
        left: completeness error: by how much the scores miss that gain, in nats.
        steps: number of gradients computed.
        enough: whether this is the last refinement.
        at_end: gradient × input, the integrand at the end of the path.
    """

    scores: Scores
    gained: float
    left: float
    steps: int
    enough: bool
    at_end: Scores


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
    gained: float  # log-probability
    scores: Float[Tensor, " token"]

    @property
    def length(self) -> float:
        """The length of the segment, as a share of the whole path."""
        return self.end - self.start

    @property
    def error(self) -> float:
        """The integration error: log p gained along the segment against the sum of the scores."""
        return abs(self.gained - self.scores.sum().item())


def integrated_gradients(
    model: Transformer, forced: ForcedPair, step: int, share: float = SHARE, nats: float = NATS
) -> IntegratedGradients:
    """Return the integrated gradients of one decoding step.

    Args:
        model: the network.
        forced: token ids of source and target.
        step: decoding step, from 0.
        share: tolerated completeness error as a share of the gain.
        nats: completeness error that is tolerated in any case.
    """
    *_, last = refine_integrated_gradients(model, forced, step, share, nats)
    return last


def refine_integrated_gradients(
    model: Transformer, forced: ForcedPair, step: int, share: float = SHARE, nats: float = NATS
) -> Iterator[IntegratedGradients]:
    """Yield integrated gradients after each refinement of the path, until they are exact enough."""
    forced = forced.truncate_at(step)
    x = input_embeddings(model, forced)
    at: dict[float, _PathPoint] = {}
    borders = [i / PIECES for i in range(PIECES + 1)]
    pieces = _integrate_segments(model, forced, x, list(pairwise(borders)), at)
    while True:
        gained = at[1.0].log_p - at[0.0].log_p
        total = torch.stack([piece.scores for piece in pieces]).sum(dim=0)
        left, allowed = abs(gained - total.sum().item()), max(share * abs(gained), nats)
        enough = left <= allowed or len(at) >= MAX_GRADIENTS
        count = len(forced.source)
        scores, at_end = (split_scores(row[None], count) for row in (total, at[1.0].slope))
        yield IntegratedGradients(scores, gained, left, len(at), enough, at_end)
        if enough:
            return
        rough = _segments_to_split(pieces, allowed)
        quarters = [
            (piece.start + i / PARTS * piece.length, piece.start + (i + 1) / PARTS * piece.length)
            for piece in rough
            for i in range(PARTS)
        ]
        pieces = [piece for piece in pieces if piece not in rough]
        pieces += _integrate_segments(model, forced, x, quarters, at)


def _segments_to_split(pieces: list[_PathSegment], allowed: float) -> list[_PathSegment]:
    """Return the segments to refine, of largest error; the errors of the rest sum to little."""
    order = sorted(pieces, key=lambda piece: piece.error)
    total, fine = 0.0, 0
    while fine < len(order) - 1 and total + order[fine].error <= CANCELS * allowed:
        total += order[fine].error
        fine += 1
    return order[fine:]


def _integrate_segments(
    model: Transformer,
    forced: ForcedPair,
    x: Float[Tensor, "token d_model"],
    ends: list[tuple[float, float]],
    at: dict[float, _PathPoint],
) -> list[_PathSegment]:
    """Integrate over path segments by 5-point Gauss-Lobatto; ``at`` caches the gradients."""
    points = [[(a + b) / 2 + (b - a) / 2 * point for point in POINTS] for a, b in ends]
    new = [alpha for alpha in dict.fromkeys(chain.from_iterable(points)) if alpha not in at]
    count, last = max_batch_rows(model, forced, kept=True), len(forced.target) - 1
    for first in range(0, len(new), count):
        some = new[first : first + count]
        rows = x.new_tensor(some)[:, None, None] * x
        gradient, log_p = log_p_gradients(model, forced, rows, [last] * len(some))
        found = zip(log_p.tolist(), (gradient * x).sum(dim=-1), strict=True)
        at.update((alpha, _PathPoint(*one)) for alpha, one in zip(some, found, strict=True))
    pieces = []
    weights = x.new_tensor(WEIGHTS)
    for (a, b), inside in zip(ends, points, strict=True):
        scores = (b - a) / 2 * weights @ torch.stack([at[alpha].slope for alpha in inside])
        pieces.append(_PathSegment(a, b, at[b].log_p - at[a].log_p, scores))
    return pieces
