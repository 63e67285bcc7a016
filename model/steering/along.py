"""Steered translations: one sentence along a direction, once for each alpha, in one batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.direction import Direction
from model.changes.edits import join_edits
from model.changes.steering import Steering, add_vector
from model.decoding import Candidate
from model.passes import Search, search_batch, search_with_edits
from model.trace import Edit
from model.transformer import Transformer

NO_EDITS: Mapping[str, Edit] = MappingProxyType({})
PAPER = Search()  # the paper's beam and length penalty


@dataclass(frozen=True)
class SteeredTranslation:
    """The translation at one value of alpha.

    Args:
        alpha: factor of the direction that was added.
        tokens: token ids of the translation, the end token included if it ended.
        log_probability: total ln p of these tokens under the steered model.
    """

    alpha: float
    tokens: tuple[int, ...]
    log_probability: float


def translate_with_each_steering(
    model: Transformer,
    source: Sequence[int],
    start: int,
    steerings: Sequence[Steering],
    edits: Mapping[str, Edit] = NO_EDITS,
    search: Search = PAPER,
) -> list[SteeredTranslation]:
    """Translate a sentence once for each steering; all act at the same tap and position.

    At a tap of the encoder, or at its output, all translations are computed in one batch, each with
    its own direction and alpha. At a tap of the decoder they are computed one after the other,
    because there the rows of a batch are hypotheses, whose number changes during the search.

    Args:
        model: the network.
        source: token ids of the sentence, the end token included.
        start: id of the target language's start token.
        steerings: one steering for each translation.
        edits: other edits, by the names of taps.
        search: settings of the beam search.

    Returns:
        The best translation for each steering, in this order.
    """
    if steerings[0].in_decoder:
        best = [
            search_with_edits(
                model, source, start, join_edits(edits, one.edits(model)),
                replace(search, cached=search.cached and one.cacheable),
            )[0]
            for one in steerings
        ]  # fmt: skip
    else:
        added = torch.stack([one.alpha * one.direction.vector(model) for one in steerings])
        best = _search_in_one_batch(
            model, [source] * len(steerings), [start] * len(steerings),
            (steerings[0], added.unsqueeze(1)), edits, search,
        )  # fmt: skip
    return [
        SteeredTranslation(one.alpha, tuple(candidate.tokens), candidate.total)
        for one, candidate in zip(steerings, best, strict=True)
    ]


def translate_all_with_steering(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    start: int,
    steering: Steering,
    search: Search = PAPER,
) -> list[Candidate]:
    """Translate sentences (token ids) with the same steering; return each one's best hypothesis."""
    found = search_batch(model, sources, [start] * len(sources), steering.edits(model), search)
    return [hypotheses[0] for hypotheses in found]


def random_control(direction: Direction, seed: int = 1) -> Direction:
    """Return a random direction with the norm of a given one, as a control."""
    return replace(direction, seed=seed)


def _search_in_one_batch(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    start_ids: Sequence[int],
    add_vectors: tuple[Steering, Float[Tensor, "batch 1 d_model"]],
    edits: Mapping[str, Edit],
    search: Search,
) -> list[Candidate]:
    """Return the best hypothesis of each row of a batch, in which each row adds its own vector."""
    one, added = add_vectors
    own = {one.direction.at: partial(add_vector, vector=added, position=one.position)}
    found = search_batch(model, sources, start_ids, join_edits(edits, own), search)
    return [hypotheses[0] for hypotheses in found]
