"""What is read off translations along a direction: which are the same, and where they turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.direction import Direction
from model.changes.steering import Steering
from model.passes import Search
from model.steering.along import Steered, translate_along
from model.trace import Edit
from model.transformer import Transformer

EXACT = "donot_use_mm_for_euclid_dist"  # products of long vectors would round near ones away


@dataclass(frozen=True)
class Along:
    """One sentence along a direction, and along a random one that is as long.

    Args:
        steered: by the direction, from the lowest alpha to the highest.
        random: by the random one.
    """

    steered: tuple[Steered, ...]
    random: tuple[Steered, ...]

    def at(self, alpha: float) -> Steered:
        """Return what is said at one alpha."""
        return next(one for one in self.steered if one.alpha == alpha)


def turning_alpha(steered: Sequence[Steered], sign: int = 1) -> float | None:
    """Return the smallest alpha whose translation differs from the unsteered one; else None.

    Args:
        steered: with 0 among them.
        sign: 1 to look among the positive ones, -1 among the negative ones.
    """
    plain = next(one for one in steered if one.alpha == 0)
    ahead = sorted((one for one in steered if one.alpha * sign > 0), key=lambda one: abs(one.alpha))
    return next((one.alpha for one in ahead if one.tokens != plain.tokens), None)


def runs_of_equal(steered: Sequence[Steered]) -> list[list[Steered]]:
    """Group neighbouring alphas with the same translation."""
    groups: list[list[Steered]] = []
    for one in steered:
        if groups and groups[-1][-1].tokens == one.tokens:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


@dataclass(frozen=True)
class Square:
    """One square of the map: a tap and a direction.

    Args:
        row: of the tap.
        column: of the direction.
        alpha: the smallest one that was tried at which the translation changes; None for none.
        tokens: what it says there.
    """

    row: int
    column: int
    alpha: float | None
    tokens: tuple[int, ...] = ()


def squares(
    model: Transformer,
    sentence: tuple[Sequence[int], int],
    directions: Sequence[Sequence[Direction]],
    alphas: Sequence[float],
    how: tuple[Mapping[str, Edit], Search],
) -> Iterator[Square]:
    """Yield the turning alpha of every tap and direction.

    Args:
        model: the network.
        sentence: its ids, and the start token of the language.
        directions: for each tap those of each column.
        alphas: that are tried, the smallest first.
        how: what else is edited, and how translations are searched for.
    """
    source, start = sentence
    for row, several in enumerate(directions):
        for column, direction in enumerate(several):
            steerings = [Steering(direction, alpha) for alpha in (0.0, *alphas)]
            # In the decoder each is a search of its own: it ends with the first that differs.
            batches = [steerings] if not steerings[0].in_decoder else [[one] for one in steerings]
            plain: Steered | None = None
            found: Steered | None = None
            for batch in batches:
                for one in translate_along(model, source, start, batch, *how):
                    plain = plain or one
                    found = found or (one if one.tokens != plain.tokens else None)
                if found:
                    break
            yield (
                Square(row, column, found.alpha, found.tokens)
                if found
                else Square(row, column, None)
            )


@torch.inference_mode()
def memory_vectors(
    model: Transformer, sentences: Sequence[Sequence[int]]
) -> Float[Tensor, "token d_model"]:
    """Return the encoder outputs of many sentences as one list of vectors."""
    return torch.cat([model.encode(torch.tensor([ids]))[0] for ids in sentences])


def nearest_distances(
    vectors: Float[Tensor, "source d_model"],
    real: Float[Tensor, "token d_model"],
    added: Float[Tensor, " d_model"],
    alphas: Sequence[float],
    position: int | None,
) -> list[float]:
    """Return the mean distance of steered vectors to their nearest real vector, by alpha.

    Args:
        vectors: of a sentence that nobody steers.
        real: those of many sentences.
        added: the direction.
        alphas: how many times it is added.
        position: to which vector; None for all, and then all have part in the mean.
    """
    rows = vectors if position is None else vectors[position : position + 1]
    return [
        torch.cdist(rows + alpha * added, real, compute_mode=EXACT).min(dim=1).values.mean().item()
        for alpha in alphas
    ]


def at_tap(direction: Direction, at: str, start: int) -> Direction:
    """Return the direction of the same sentence pairs at another tap."""
    return replace(direction, at=at, start=start if at.startswith("decoder") else 0)
