"""Steering sweeps: which translations are equal, and at which alpha they change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.direction import Direction
from model.changes.steering import Steering
from model.passes import Search
from model.steering.along import SteeredTranslation, translate_with_each_steering
from model.trace import Edit
from model.transformer import Transformer

EXACT = "donot_use_mm_for_euclid_dist"  # matrix products would round small distances to 0


@dataclass(frozen=True)
class SteeringSweep:
    """Translations of one sentence, steered along a direction and along a random one of equal norm.

    Args:
        steered: translations with alpha times the direction added, by ascending alpha.
        random: the same with the random direction.
    """

    steered: tuple[SteeredTranslation, ...]
    random: tuple[SteeredTranslation, ...]

    def at(self, alpha: float) -> SteeredTranslation:
        """Return the translation with alpha times the direction added, for a tried alpha."""
        return next(one for one in self.steered if one.alpha == alpha)


def find_turning_alpha(steered: Sequence[SteeredTranslation]) -> float | None:
    """Return the smallest positive alpha that changes the translation; None if none does.

    Args:
        steered: the translations, by ascending alpha, one of them with alpha 0.
    """
    plain = next(one for one in steered if one.alpha == 0)
    return next(
        (one.alpha for one in steered if one.alpha > 0 and one.tokens != plain.tokens), None
    )


def group_equal_translations(
    steered: Sequence[SteeredTranslation],
) -> list[list[SteeredTranslation]]:
    """Return the translations as groups of equal ones at successive alphas.

    Args:
        steered: the translations, by ascending alpha.
    """
    groups: list[list[SteeredTranslation]] = []
    for one in steered:
        if groups and groups[-1][-1].tokens == one.tokens:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


@dataclass(frozen=True)
class TurningCell:
    """One cell of the turning map: the smallest alpha that changes the translation.

    Args:
        row: index of the tap.
        column: index of the direction.
        alpha: smallest tried alpha that changes the translation; None if none does.
        tokens: token ids of the translation at that alpha.
    """

    row: int
    column: int
    alpha: float | None
    tokens: tuple[int, ...] = ()


def compute_turning_cells(
    model: Transformer,
    source_and_start: tuple[Sequence[int], int],
    directions: Sequence[Sequence[Direction]],
    alphas: Sequence[float],
    edits_and_search: tuple[Mapping[str, Edit], Search],
) -> Iterator[TurningCell]:
    """Yield, for each tap (row) and direction (column), the smallest alpha that changes the
    translation.

    Args:
        model: the network.
        source_and_start: token ids of the sentence, and the target language's start token.
        directions: for each tap, the directions that are computed and added there.
        alphas: the alphas to try, positive and ascending.
        edits_and_search: other edits (tap name -> function of the tensor there), and the options of
            the beam search.
    """
    source, start = source_and_start
    for row, several in enumerate(directions):
        for column, direction in enumerate(several):
            steerings = [Steering(direction, alpha) for alpha in (0.0, *alphas)]
            # In the decoder each alpha needs its own search; stop at the first that differs.
            batches = [steerings] if not steerings[0].in_decoder else [[one] for one in steerings]
            plain: SteeredTranslation | None = None
            found: SteeredTranslation | None = None
            for batch in batches:
                for one in translate_with_each_steering(
                    model, source, start, batch, *edits_and_search
                ):
                    plain = plain or one
                    found = found or (one if one.tokens != plain.tokens else None)
                if found:
                    break
            yield (
                TurningCell(row, column, found.alpha, found.tokens)
                if found
                else TurningCell(row, column, None)
            )


@torch.inference_mode()
def compute_memory_vectors(
    model: Transformer, sentences: Sequence[Sequence[int]]
) -> Float[Tensor, "token d_model"]:
    """Return the encoder's outputs for all tokens of several sentences, in one matrix.

    Args:
        model: the network.
        sentences: the token ids of each sentence.
    """
    return torch.cat([model.encode(torch.tensor([ids]))[0] for ids in sentences])


def compute_nearest_distances(
    vectors: Float[Tensor, "source d_model"],
    real_vectors: Float[Tensor, "token d_model"],
    direction: Float[Tensor, " d_model"],
    alphas: Sequence[float],
    position: int | None,
) -> list[float]:
    """Return, for each alpha, the mean distance of steered vectors from the nearest real vector.

    Args:
        vectors: the encoder's output for the sentence without steering.
        real_vectors: the encoder's outputs for other sentences.
        direction: the steering direction.
        alphas: factors of the direction.
        position: the only steered position, from 0; if None, all are, and their distances averaged.
    """
    rows = vectors if position is None else vectors[position : position + 1]
    return [
        torch.cdist(rows + alpha * direction, real_vectors, compute_mode=EXACT)
        .min(dim=1)
        .values.mean()
        .item()
        for alpha in alphas
    ]


def move_to_tap(direction: Direction, tap: str, start: int) -> Direction:
    """Return a direction from the same sentence pairs, computed and added at another tap.

    Args:
        direction: the direction.
        tap: name of the other tap.
        start: id of the target language's start token; only used if the tap is in the decoder.
    """
    return replace(direction, at=tap, start=start if tap.startswith("decoder") else 0)
