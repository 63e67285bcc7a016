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
from pages.lab.steer_it.experiment import FARTHEST, SteeringExperiment
from ui.queues.long_work import SLOTS
from ui.readings import session
from ui.readings.reading import Change

USUAL = 2.0  # default alpha if no translation changes
CONTROL = "negation"  # the random column's direction has this one's norm


@st.cache_data(max_entries=128, show_spinner=False)
def translate_along_direction(experiment: SteeringExperiment) -> SteeringSweep:
    """Return a sentence's translations when each alpha times a direction is added to its vectors.

    The directions are the chosen one and, for comparison, a random one of equal norm.

    Args:
        experiment: the sentence, the direction, and where it is added.
    """
    steered = [experiment.steering(alpha) for alpha in experiment.alphas]
    drawn = [experiment.steering(alpha, random=True) for alpha in experiment.alphas if alpha]
    glass = session.glass()
    start, edits = glass.tokenizer.start(experiment.language), glass.edits(experiment.changes)
    found = translate_with_each_steering(
        get_network(experiment),
        experiment.ids,
        start,
        [*steered, *drawn],
        edits,
        _search_options(experiment),
    )
    by_direction, by_chance = found[: len(steered)], found[len(steered) :]
    plain = next(one for one in by_direction if one.alpha == 0)
    by_chance = sorted([*by_chance, plain], key=lambda one: one.alpha)
    return SteeringSweep(tuple(by_direction), tuple(by_chance))


def get_network(experiment: SteeringExperiment) -> Transformer:
    """Return the network, unsteered, with the active model changes that alter weights applied."""
    return session.glass().network_with(experiment.changes)


def _search_options(experiment: SteeringExperiment) -> Search:
    """Return the search options: cached decoding where possible, interruptible."""
    return Search(cached=can_cache(experiment.changes), watch=SLOTS.interruptible)


def list_map_directions(experiment: SteeringExperiment) -> tuple[str, ...]:
    """Return the names of the directions that are columns of the turning map, such as "negation".

    "own", the direction of the visitor's pairs, is included only if it is the chosen one. The map's
    last column, a random direction, is not included.

    Args:
        experiment: the sentence, and the chosen direction.
    """
    known = choices.list_available_directions(session.glass().config)
    return known if experiment.direction.name == "own" else known[:-1]


def compute_turning_map(experiment: SteeringExperiment) -> Iterator[TurningCell]:
    """Yield the cells of the turning map: the smallest alpha that changes the translation when
    alpha times a direction is added at a tap.

    Args:
        experiment: the sentence, and the chosen direction.

    Yields:
        A cell for each tap (row) and direction (column), row by row. The last column is a random
        direction.
    """
    glass = session.glass()
    start = glass.tokenizer.start(experiment.language)
    names = list_map_directions(experiment)
    pairs = [experiment.pairs if name == "own" else read_pairs(name) for name in names]
    found = [
        find_direction(glass.network, glass.tokenizer, some, name=name)
        for some, name in zip(pairs, names, strict=True)
    ]
    chance = random_control(found[names.index(CONTROL)] if CONTROL in names else found[0])
    directions = [
        [compute.move_to_tap(one, at, start) for one in (*found, chance)]
        for at in choices.tap_codes(glass.config).values()
    ]
    alphas = [alpha for alpha in experiment.alphas if 0 < alpha <= FARTHEST]
    how = session.glass().edits(experiment.changes), Search(cached=can_cache(experiment.changes))
    sentence = experiment.ids, start
    yield from compute.compute_turning_cells(
        get_network(experiment), sentence, directions, alphas, how
    )


@st.cache_resource(max_entries=4, show_spinner=False)
def get_memory_vectors(
    changes: tuple[Change, ...], left_out: str = ""
) -> Float[Tensor, "token d_model"]:
    """Return the encoder's outputs for all tokens of all sentences of ``list_pair_sentences``.

    Args:
        changes: the active changes of the model.
        left_out: a sentence to leave out; "" for none.
    """
    texts = [text for text in list_pair_sentences() if text != left_out]
    ids = [session.glass().source_ids(text) for text in texts]
    return compute.compute_memory_vectors(session.glass().network_with(changes), ids)


def list_pair_sentences() -> tuple[str, ...]:
    """Return the sentences of all preset directions' pairs, and of their held-out pairs.

    Only pairs in a language that the model reads are included.
    """
    read = session.glass().config.read_languages
    texts: dict[str, None] = {}
    for name in DIRECTIONS:
        pairs = [*read_pairs(name), *(one.pair for one in read_held_out(name))]
        if PAIR_LANGUAGES.get(name, "en") in read:
            texts |= dict.fromkeys(text for pair in pairs for text in (pair.minus, pair.plus))
    return tuple(texts)


def compute_distances(
    experiment: SteeringExperiment, use_random_direction: bool = False
) -> list[float]:
    """Return the mean distance of the steered encoder outputs from those of other sentences.

    Args:
        experiment: the sentence, and a direction that is added to the encoder's output.
        use_random_direction: whether to add a random direction of equal norm instead.

    Returns:
        For each alpha from 0 on, the Euclidean distance of each steered vector from the nearest
        one of ``get_memory_vectors``, averaged over the steered positions.
    """
    reading = session.read(experiment.text, experiment.language, experiment.changes)
    chosen: Direction = (
        random_control(experiment.direction) if use_random_direction else experiment.direction
    )
    alphas = [alpha for alpha in experiment.alphas if alpha >= 0]
    own = (
        experiment.text if experiment.text in list_pair_sentences() else ""
    )  # never its own neighbour
    return compute.compute_nearest_distances(
        reading.trace.pick(MEMORY, batch=0), get_memory_vectors(experiment.changes, own),
        chosen.vector(get_network(experiment)), alphas, experiment.position,
    )  # fmt: skip


def compute_direction_norm(experiment: SteeringExperiment) -> float:
    """Return the norm of the steering direction."""
    return torch.linalg.vector_norm(experiment.direction.vector(get_network(experiment))).item()


def find_default_alpha(experiment: SteeringExperiment) -> float:
    """Return the smallest positive alpha that changes the translation.

    If none does, it is the tried alpha nearest to ``USUAL`` (2).

    Args:
        experiment: the sentence, the direction, and where it is added.
    """
    turn = compute.find_turning_alpha(translate_along_direction(experiment).steered)
    return min(experiment.alphas, key=lambda one: abs(one - USUAL)) if turn is None else turn


def move_to_memory(experiment: SteeringExperiment) -> SteeringExperiment:
    """Return the experiment with its direction moved to the encoder's output (the memory).

    It is computed from the encoder's output, and added there. If it was added in the decoder, it is
    added at all positions; otherwise, the position stays.

    Args:
        experiment: the sentence, the direction, and where it is added.
    """
    position = None if experiment.direction.at.startswith("decoder") else experiment.position
    return replace(
        experiment,
        direction=compute.move_to_tap(experiment.direction, MEMORY, 0),
        position=position,
    )
