"""Cached searches, draws and step costs of the decoding page."""

from collections.abc import Sequence

import streamlit as st
import torch

from model.changes.kinds import can_cache
from model.decoding import Candidate, Sampling, sample
from model.glass import WIDTH
from model.passes import Search, collect_steps, search_with_edits
from model.trace import editing
from pages.output.decoding.compute import StepCost, Steps, rank_final_hypotheses, step_costs
from ui.messages import _
from ui.queues.long_work import SLOTS
from ui.readings.reading import Change, Reading
from ui.readings.session import glass

DRAWS = 4


def find_beam_steps(reading: Reading, width: int, prefix: tuple[int, ...]) -> Steps:
    """Return the candidates at each step of a beam search that translates a reading's sentence.

    With the settings by which the reading's own translation was found, that search is reused.

    Args:
        reading: the sentence and its translation, with the active changes of the model.
        width: beam width.
        prefix: token ids that the translation has to begin with; () for none.
    """
    if width == WIDTH and not prefix:
        return list(reading.steps)
    return run_beam_search(
        reading.source_ids, reading.target_ids[0], width, prefix, reading.changes
    )


def run_beam_search(
    source: tuple[int, ...],
    start_id: int,
    width: int,
    prefix: tuple[int, ...] = (),
    changes: tuple[Change, ...] = (),
) -> Steps:
    """Run a beam search, showing a spinner; return the candidates at each step, best first.

    Args:
        source: ids of the source, the end token included.
        start_id: id of the start token, which names the language.
        width: beam width; 1 is greedy search.
        prefix: ids that the translation has to begin with.
        changes: changes of the model during the search.
    """
    with st.spinner(_("Searching ...")):
        return _cached_search(source, start_id, width, prefix, changes)


@st.cache_resource(max_entries=12, show_spinner=False)
def _cached_search(
    source: tuple[int, ...],
    start_id: int,
    width: int,
    prefix: tuple[int, ...],
    changes: tuple[Change, ...],
) -> Steps:
    """Return the candidates of each step of a beam search; cached by the arguments."""
    steps: list[Sequence[Candidate]] = []
    how = Search(
        width=width,
        prefix=prefix,
        cached=can_cache(changes),
        watch=collect_steps(SLOTS.interruptible, steps),
    )
    search_with_edits(glass().network_with(changes), source, start_id, glass().edits(changes), how)
    return steps


def searches_differ(text: str, target_language: str, width: int, alpha: float) -> bool:
    """Return whether greedy search and beam search find different translations of a text.

    Args:
        text: the text.
        target_language: code of the target language.
        width: beam width of the beam search.
        alpha: exponent of the length penalty that is used to rank hypotheses.
    """
    ids, start = tuple(glass().source_ids(text)), glass().tokenizer.start(target_language)
    beam, greedy = (
        rank_final_hypotheses(run_beam_search(ids, start, each), alpha)[0] for each in (width, 1)
    )
    return beam.tokens != greedy.tokens


def sample_translations(
    source: tuple[int, ...],
    start_id: int,
    sampling_and_seed: tuple[Sampling, int],
    prefix: tuple[int, ...] = (),
    changes: tuple[Change, ...] = (),
) -> list[Steps]:
    """Sample ``DRAWS`` (4) translations; return the candidates at each step of each of them.

    Args:
        source: ids of the source, the end token included.
        start_id: id of the start token, which names the language.
        sampling_and_seed: the sampling settings, and the seed of the random numbers.
        prefix: ids that every translation has to begin with.
        changes: changes of the model while it samples.
    """
    with st.spinner(_("Sampling ...")):
        return _cached_samples(source, start_id, sampling_and_seed, prefix, changes)


@st.cache_resource(max_entries=12, show_spinner=False)
def _cached_samples(
    source: tuple[int, ...],
    start_id: int,
    sampling_and_seed: tuple[Sampling, int],
    prefix: tuple[int, ...],
    changes: tuple[Change, ...],
) -> list[Steps]:
    """Return the steps of ``DRAWS`` sampled translations; cached by the arguments."""
    model = glass().network_with(changes)
    sampling, seed = sampling_and_seed
    chance = torch.Generator().manual_seed(seed)
    rules = (sampling, prefix, can_cache(changes))
    with editing(model, glass().edits(changes)):
        drawn = sample(model, [source] * DRAWS, [start_id] * DRAWS, chance, *rules)
        steps = list(SLOTS.interruptible(drawn))
    return [[step[draw] for step in steps if draw in step] for draw in range(DRAWS)]


def count_step_costs(
    source: Sequence[int], target: Sequence[int], use_kv_cache: bool
) -> list[StepCost]:
    """Return the cost of each step when a given translation is decoded, counted in multiplications.

    Results are cached; they depend on nothing but the two lengths and the use of the key-value
    cache.

    Args:
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        use_kv_cache: whether keys and values of earlier steps are kept.
    """
    with st.spinner(_("Counting ...")):
        return _cached_step_costs(len(source), len(target), use_kv_cache, source, target)


@st.cache_data(max_entries=500, show_spinner=False)
def _cached_step_costs(
    n: int, m: int, use_kv_cache: bool, _source: Sequence[int], _target: Sequence[int]
) -> list[StepCost]:
    """Return the cost of each decoding step; memoized without the ids, which don't matter for it.

    Args:
        n: number of ids of the source.
        m: number of ids of the target.
        use_kv_cache: whether keys and values of earlier steps are cached.
        _source: the ids; the leading underscore keeps them out of the cache's key.
        _target: the ids from the start token on, kept out of it, too.
    """
    return step_costs(glass().network, _source, _target, use_kv_cache)
