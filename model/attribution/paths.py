r"""Integrated gradients (Sundararajan et al., 2017): slopes along a path from nothing to the input.

$$\mathrm{IG}_j = x_j \cdot \int_0^1 \nabla_{x_j} \log p(\alpha x)\, d\alpha$$

All embeddings grow together from zero. The attributions of all tokens add up to what the token's
log-probability gained on the way; what a sum of finitely many slopes misses is measured piece by
piece of the path, and a piece that misses too much is cut in two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor

from model.attribution.inputs import (
    Forced,
    Scores,
    embedded,
    log_p,
    rows_at_once,
    slopes,
    states,
)
from model.transformer import Transformer

PIECES = 16  # of the path at first, with four slopes in each: 64 steps
MOST = 1024  # steps; beyond them what is left is shown
SHARE, NATS = 0.01, 0.02  # how much may be left: the larger of both
CANCELS = 4  # times that much, all signs left out, may be missed by pieces that are not cut

# Points and weights of Gauss and Legendre for four slopes in a piece from −1 to 1.
_NEAR, _FAR = 0.3399810435848563, 0.8611363115940526
_INNER, _OUTER = 0.6521451548625461, 0.3478548451374538
POINTS = torch.tensor([-_FAR, -_NEAR, _NEAR, _FAR])
WEIGHTS = torch.tensor([_OUTER, _INNER, _INNER, _OUTER])


@dataclass(frozen=True)
class Integrated:
    """What is known of a path.

    Args:
        scores: a row for the one step.
        gained: log-probability at the input less that at zero.
        left: by how much the scores do not add up to it; nats.
        steps: how many slopes were taken.
        enough: whether no more will be taken.
    """

    scores: Scores
    gained: float
    left: float
    steps: int
    enough: bool


@dataclass
class _Piece:
    start: float
    end: float
    gained: float  # log-probability
    scores: Float[Tensor, " token"]

    @property
    def left(self) -> float:
        return abs(self.gained - self.scores.sum().item())


def integrated_gradients(
    model: Transformer, forced: Forced, step: int, share: float = SHARE, nats: float = NATS
) -> Integrated:
    """Return the attributions of one step.

    Args:
        model: the network.
        forced: what is read.
        step: counted from 0.
        share: of the gain that may be left unexplained.
        nats: what may be left in any case.
    """
    *_, last = followed(model, forced, step, share, nats)
    return last


def followed(
    model: Transformer, forced: Forced, step: int, share: float = SHARE, nats: float = NATS
) -> Iterator[Integrated]:
    """Do the same and yield after each round of cutting; the first rounds miss more."""
    forced = forced.until(step)
    x = embedded(model, forced)
    cuts = [i / PIECES for i in range(PIECES + 1)]
    at = dict(zip(cuts, _values(model, forced, x, cuts), strict=True))
    pieces = _measured(model, forced, x, list(pairwise(cuts)), at)
    steps = len(POINTS) * len(pieces)
    while True:
        gained = at[1.0] - at[0.0]
        total = torch.stack([piece.scores for piece in pieces]).sum(dim=0, keepdim=True)
        left, allowed = abs(gained - total.sum().item()), max(share * abs(gained), nats)
        enough = left <= allowed or steps >= MOST
        count = len(forced.source)
        scores = Scores(total[:, :count], total[:, count:])
        yield Integrated(scores, gained, left, steps, enough)
        if enough:
            return
        rough = _rough(pieces, allowed)
        middles = [(piece.start + piece.end) / 2 for piece in rough]
        at |= zip(middles, _values(model, forced, x, middles), strict=True)
        halves = [
            half
            for piece, middle in zip(rough, middles, strict=True)
            for half in ((piece.start, middle), (middle, piece.end))
        ]
        pieces = [piece for piece in pieces if piece not in rough]
        pieces += _measured(model, forced, x, halves, at)
        steps += len(POINTS) * len(halves)


def _rough(pieces: list[_Piece], allowed: float) -> list[_Piece]:
    """Return the pieces that miss most. What others miss has either sign: most of it cancels."""
    order = sorted(pieces, key=lambda piece: piece.left)
    total, fine = 0.0, 0
    while fine < len(order) - 1 and total + order[fine].left <= CANCELS * allowed:
        total += order[fine].left
        fine += 1
    return order[fine:]


@torch.inference_mode()
def _values(
    model: Transformer, forced: Forced, x: Float[Tensor, "token d_model"], alphas: list[float]
) -> list[float]:
    """Return the log-probability of the last step at some points of the path."""
    count, found = rows_at_once(model, forced, kept=False), []
    for first in range(0, len(alphas), count):
        some = torch.tensor(alphas[first : first + count])
        last = states(model, forced, some[:, None, None] * x)[:, -1:]
        said = torch.tensor([forced.said[-1:]]).expand(len(some), -1)
        found += log_p(model, last, said)[:, 0].tolist()
    return found


def _measured(
    model: Transformer,
    forced: Forced,
    x: Float[Tensor, "token d_model"],
    ends: list[tuple[float, float]],
    at: dict[float, float],
) -> list[_Piece]:
    """Take four slopes in each of some pieces of the path."""
    alphas = torch.tensor(
        [(a + b) / 2 + (b - a) / 2 * point for a, b in ends for point in POINTS.tolist()]
    )
    count, last, found = rows_at_once(model, forced, kept=True), len(forced.target) - 1, []
    for some in alphas.split(count):
        gradient, _ = slopes(model, forced, some[:, None, None] * x, [last] * len(some))
        found.append((gradient * x).sum(dim=-1))
    by_piece = torch.cat(found).unflatten(0, (len(ends), len(POINTS)))
    scores = torch.einsum("s,pst->pt", WEIGHTS / 2, by_piece)
    return [_Piece(a, b, at[b] - at[a], (b - a) * scores[i]) for i, (a, b) in enumerate(ends)]
