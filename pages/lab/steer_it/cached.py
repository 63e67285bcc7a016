"""Steering for the page: translations along directions, their map and distances; cached."""

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.direction import MEMORY, Direction
from model.changes.kinds import can_cache
from model.passes import Search
from model.steering.along import random_control, translate_with_each_steering
from model.steering.pairs import (
    DIRECTIONS,
    PAIR_LANGUAGES,
    find_direction,
    read_held_out,
    read_pairs,
)
from model.transformer import Transformer
from pages.lab.steer_it import choices, compute
from pages.lab.steer_it.compute import SteeringSweep, TurningCell
from pages.lab.steer_it.question import FARTHEST, Question
from ui.queues.long_work import SLOTS
from ui.readings import session
from ui.readings.reading import Change

USUAL = 2.0  # default alpha if no translation changes
CONTROL = "negation"  # the random column's direction has this one's norm


@st.cache_data(max_entries=128, show_spinner=False)
def translate_along_direction(question: Question) -> SteeringSweep:
    """Return the translations of a sentence steered by each alpha: along the chosen direction, and
    for comparison along a random direction of equal norm.

    Args:
        question: the sentence, the direction that steers it, and where it is added.
    """
    steered = [question.steering(alpha) for alpha in question.alphas]
    drawn = [question.steering(alpha, random=True) for alpha in question.whole_alphas if alpha]
    glass = session.glass()
    start, edits = glass.tokenizer.start(question.language), glass.edits(question.changes)
    found = translate_with_each_steering(
        get_network(question),
        question.ids,
        start,
        [*steered, *drawn],
        edits,
        _search_options(question),
    )
    by_direction, by_chance = found[: len(steered)], found[len(steered) :]
    plain = next(one for one in by_direction if one.alpha == 0)
    by_chance = sorted([*by_chance, plain], key=lambda one: one.alpha)
    return SteeringSweep(tuple(by_direction), tuple(by_chance))


def get_network(question: Question) -> Transformer:
    """Return the network with those of the other active changes applied that alter weights.

    Args:
        question: the sentence, the direction that steers it, and the other active changes.
    """
    return session.glass().network_with(question.changes)


def _search_options(question: Question) -> Search:
    """Return the search options: cached decoding where possible, interruptible."""
    return Search(cached=can_cache(question.changes), watch=SLOTS.interruptible)


def list_map_directions(question: Question) -> tuple[str, ...]:
    """Return the names of the directions that are columns of the turning map, such as "negation".
    The visitor's own direction is one of them only if it is chosen; the random one is not in the
    list.

    Args:
        question: the sentence, and the direction that is chosen.
    """
    known = choices.list_available_directions(session.glass().config)
    return known if question.direction.name == "own" else known[:-1]


def compute_turning_map(question: Question) -> Iterator[TurningCell]:
    """Compute at which strength each direction, added at each place, changes the translation; yield
    one cell of the map after another.

    Args:
        question: the sentence, and the chosen direction.

    Yields:
        A cell for each tap (row) and direction (column), with the smallest alpha that changes the
        translation. The last column is a random direction.
    """
    glass = session.glass()
    start = glass.tokenizer.start(question.language)
    names = list_map_directions(question)
    pairs = [question.pairs if name == "own" else read_pairs(name) for name in names]
    found = [
        find_direction(glass.network, glass.tokenizer, some, name=name)
        for some, name in zip(pairs, names, strict=True)
    ]
    chance = random_control(found[names.index(CONTROL)] if CONTROL in names else found[0])
    directions = [
        [compute.move_to_tap(one, at, start) for one in (*found, chance)]
        for at in choices.tap_codes(glass.config).values()
    ]
    alphas = [alpha for alpha in question.alphas if 0 < alpha <= FARTHEST]
    how = session.glass().edits(question.changes), Search(cached=can_cache(question.changes))
    sentence = question.ids, start
    yield from compute.compute_turning_cells(
        get_network(question), sentence, directions, alphas, how
    )


@st.cache_resource(max_entries=4, show_spinner=False)
def get_memory_vectors(
    changes: tuple[Change, ...], left_out: str = ""
) -> Float[Tensor, "token d_model"]:
    """Return the encoder's outputs for all sentences of ``list_pair_sentences``: a row per token.

    Args:
        changes: the active changes of the model.
        left_out: a sentence to leave out; "" for none.
    """
    texts = [text for text in list_pair_sentences() if text != left_out]
    ids = [session.glass().source_ids(text) for text in texts]
    return compute.compute_memory_vectors(session.glass().network_with(changes), ids)


def list_pair_sentences() -> tuple[str, ...]:
    """Return all sentences of the pairs from which the preset steering directions are computed, and
    of the held-out pairs; only sentences in languages that the model reads.
    """
    read = session.glass().config.read_languages
    texts: dict[str, None] = {}
    for name in DIRECTIONS:
        pairs = [*read_pairs(name), *(one.pair for one in read_held_out(name))]
        if PAIR_LANGUAGES.get(name, "en") in read:
            texts |= dict.fromkeys(text for pair in pairs for text in (pair.minus, pair.plus))
    return tuple(texts)


def compute_distances(question: Question, use_random_direction: bool = False) -> list[float]:
    """Return, for each alpha from 0 on, how far the steered encoder outputs of the sentence lie
    from the encoder outputs of other sentences: the mean Euclidean distance to the nearest one.

    Args:
        question: the sentence, the direction that steers it, and where it is added.
        use_random_direction: whether to steer along a random direction of equal norm instead.
    """
    reading = session.read(question.text, question.language, question.changes)
    chosen: Direction = (
        random_control(question.direction) if use_random_direction else question.direction
    )
    alphas = [alpha for alpha in question.alphas if alpha >= 0]
    own = question.text if question.text in list_pair_sentences() else ""  # never its own neighbour
    return compute.compute_nearest_distances(
        reading.trace.pick(MEMORY, batch=0), get_memory_vectors(question.changes, own),
        chosen.vector(get_network(question)), alphas, question.position,
    )  # fmt: skip


def compute_direction_norm(question: Question) -> float:
    """Return the norm of the steering direction."""
    return torch.linalg.vector_norm(question.direction.vector(get_network(question))).item()


def find_default_alpha(question: Question) -> float:
    """Return the alpha that is selected at first: the smallest positive one that changes the
    translation; if none does, the tried one that is nearest to ``USUAL``.

    Args:
        question: the sentence, the direction that steers it, and where it is added.
    """
    turn = compute.find_turning_alpha(translate_along_direction(question).steered)
    return min(question.alphas, key=lambda one: abs(one - USUAL)) if turn is None else turn


def move_to_memory(question: Question) -> Question:
    """Return the same choices, except that the direction is computed from the encoder's output and
    added there, to all positions if it was added in the decoder before.

    Args:
        question: the sentence, the direction that steers it, and where it is added.
    """
    position = None if question.direction.at.startswith("decoder") else question.position
    return replace(
        question, direction=compute.move_to_tap(question.direction, MEMORY, 0), position=position
    )
