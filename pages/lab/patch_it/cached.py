"""Activation patching for the page: both runs, all patch sites and their effects; cached."""

from collections.abc import Iterator, Mapping

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from model.changes.patches import PatchSite
from model.config import MAX_PIECES
from model.glass import WIDTH
from model.measures.pairs import Column, align_tokens
from model.passes import Search, search_with_edits
from model.patching import runs
from model.patching.predictions import (
    Predictions,
    StepComparison,
    compare_steps,
    normalized_effects,
    patched_predictions,
    unpatched_predictions,
)
from model.patching.runs import RecordedRun
from model.patching.sites import SiteRows, flatten_sites, patch_site_maps
from pages.lab.patch_it.experiment import PatchingExperiment, Trial
from ui.readings import session
from ui.readings.reading import Token, target_tokens

PROGRESS_UPDATES = 20  # progress updates of a background job
AT_ONCE = 12_000  # tokens in all patched runs; more start a background job


@st.cache_data(max_entries=256, show_spinner=False)
def get_clean_translation(experiment: PatchingExperiment) -> tuple[int, ...]:
    """Return the token ids of the clean sentence's translation, at most ``MAX_PIECES``.

    It is the decoder's input in both the clean and the changed run.

    Args:
        experiment: both sentences, and how activations are patched.
    """
    text, language, changes = experiment.texts[0], experiment.languages[0], experiment.changes
    if not experiment.prefix_ids:
        return session.read(text, language, changes).output_ids[:MAX_PIECES]
    glass = session.glass()
    search = Search(prefix=experiment.prefix_ids, cached=can_cache(changes))
    start, edits = glass.tokenizer.start(language), glass.edits(changes)
    best, *_ = search_with_edits(experiment.network, experiment.ids[0], start, edits, search)
    return tuple(best.tokens[:MAX_PIECES])


@st.cache_data(max_entries=256, show_spinner=False)
def compare_runs_by_step(experiment: PatchingExperiment) -> tuple[StepComparison, ...]:
    """Return the predictions of the clean and the changed run, compared at each decoding step.

    In both, the decoder's input is the translation of the clean sentence.

    Args:
        experiment: both sentences, and how activations are patched.
    """
    both = get_run_pair(experiment, _last_step(experiment))
    return compare_steps(*(runs.logits_at_each_step(experiment.network, one) for one in both))


def _last_step(experiment: PatchingExperiment) -> int:
    """Return the index of the last step of the clean translation."""
    return len(get_clean_translation(experiment)) - 1


@st.cache_resource(max_entries=16, show_spinner=False)
def get_run_pair(experiment: PatchingExperiment, step: int) -> tuple[RecordedRun, RecordedRun]:
    """Return the recorded clean and changed run, up to the prediction of one step.

    The runs over the whole translation are recorded once and truncated to each step. Each step is
    recorded separately if a change of the model lets later tokens influence earlier ones.

    Args:
        experiment: both sentences, and how activations are patched.
        step: the step, from 0.
    """
    glass, model = session.glass(), experiment.network
    if can_cache(experiment.changes) and step < _last_step(experiment):
        whole, other = get_run_pair(experiment, _last_step(experiment))
        return runs.truncate_run(model, whole, step), runs.truncate_run(model, other, step)
    edits, said = glass.edits(experiment.changes), get_clean_translation(experiment)[:step]
    clean, changed = (
        runs.record_run(model, source, (glass.tokenizer.start(language), *said), edits)
        for source, language in zip(experiment.ids, experiment.languages, strict=True)
    )
    return clean, changed


def get_base_and_source_runs(trial: Trial) -> tuple[RecordedRun, RecordedRun]:
    """Return the recorded run that is patched (base), and the one whose activations are used
    (source).

    Args:
        trial: the experiment at one step.
    """
    return trial.to_base_and_source(get_run_pair(trial.experiment, trial.step))


def pair_column_tokens(trial: Trial) -> dict[str, list[tuple[Token | None, Token | None]]]:
    """Return the tokens at each column of the two maps whose columns are positions.

    Args:
        trial: the experiment at one step.

    Returns:
        For the maps "encoder" and "decoder", a (clean, changed) pair of tokens for each column;
        None in a pair where a token has no counterpart in the other sentence.
    """
    experiment, glass = trial.experiment, session.glass()
    said = list(get_clean_translation(experiment)[: trial.step])
    sources, targets = [], []
    for text, code in zip(experiment.texts, experiment.languages, strict=True):
        [named] = glass.tokenizer.pieces([glass.tokenizer.start(code)])
        start = Token(named, special=True)
        sources.append(glass.source_tokens(text, code))
        targets.append((start, *target_tokens(glass.tokenizer, said, code)))
    source = [
        tuple(
            None if place is None else tokens[place]
            for tokens, place in zip(sources, trial.to_base_and_source(column), strict=True)
        )
        for column in _align_positions(trial)
    ]
    return {"encoder": source, "decoder": list(zip(*targets, strict=True))}


def _align_positions(trial: Trial) -> tuple[Column, ...]:
    """Return the aligned positions of the base run's and the source run's sentence."""
    host, donor = get_base_and_source_runs(trial)
    return align_tokens(host.source, donor.source)


def list_patch_sites(trial: Trial) -> Mapping[str, SiteRows]:
    """Return the sites at which activations can be patched, as the cells of the page's maps.

    Args:
        trial: the experiment at one step.

    Returns:
        For each of ``MAPS``, such as "encoder" (the residual stream) or "cross-heads", a table of
        rows and columns, the bottom row first; each cell is a patch site, or None.
    """
    config, length = session.glass().config, trial.step + 1
    return patch_site_maps(config, _align_positions(trial), length, trial.experiment.all_positions)


def can_patch_now(trial: Trial) -> bool:
    """Return whether patching all sites is quick enough to need no background job."""
    host, _ = get_base_and_source_runs(trial)
    return (
        len(flatten_sites(list_patch_sites(trial))) * (len(host.source) + len(host.target))
        <= AT_ONCE
    )


def patch_all_sites(trial: Trial) -> Iterator[Predictions]:
    """Patch each site alone, one after another; yield the predictions about 20 times on the way.

    Args:
        trial: the experiment at one step.

    Yields:
        Predictions with a row for each site; NaN in the rows of sites not patched yet.
    """
    model, some = trial.experiment.network, flatten_sites(list_patch_sites(trial))
    return _throttle_progress(
        patched_predictions(model, get_base_and_source_runs(trial), some, trial.tokens),
        len(some),
    )


def _throttle_progress(
    predictions: Iterator[Predictions], site_count: int
) -> Iterator[Predictions]:
    """Pass on about 20 of the partial results, and the last one."""
    told = 0
    for so_far in predictions:
        if so_far.done in range(told + site_count // PROGRESS_UPDATES, site_count):
            told = so_far.done
            yield so_far
    yield so_far


@st.cache_resource(max_entries=128, show_spinner=False)
def get_patched_predictions(trial: Trial) -> Predictions:
    """Return the predictions of the base run with each site patched alone.

    There is a row for each site, in the order of ``flatten_sites``.

    Args:
        trial: the experiment at one step.
    """
    *_, last = patch_all_sites(trial)
    return last


def compute_effects(trial: Trial, predictions: Predictions | None) -> Float[Tensor, " site"]:
    """Return the normalized effect of patching each site on the logit difference.

    An effect of 0 leaves the difference as in the base run; 1 makes it that of the source run.

    Args:
        trial: the experiment at one step.
        predictions: the predictions with the sites patched so far; None before the first.

    Returns:
        The effects, in the order of ``flatten_sites``; NaN for sites not patched yet.
    """
    if predictions is None:
        return torch.full((len(flatten_sites(list_patch_sites(trial))),), torch.nan)
    return normalized_effects(
        predictions.differences,
        *trial.to_base_and_source(tuple(get_unpatched_predictions(trial).differences)),
    )


def get_unpatched_predictions(trial: Trial) -> Predictions:
    """Return the predictions without any patch: row 0 is the clean run, row 1 the changed one.

    Args:
        trial: the experiment at one step.
    """
    return unpatched_predictions(get_run_pair(trial.experiment, trial.step), trial.tokens)


def translate_with_patch(trial: Trial, site: PatchSite) -> tuple[str, str, str]:
    """Return three translations as text: of the base run, of the source run, and of the base run
    with one site patched.

    Translations found before come from a cache. The others are found in one batch; if the model is
    changed or the site is in the decoder, one at a time.

    Args:
        trial: the experiment at one step.
        site: the patched site.
    """
    glass = session.glass()
    known, both = _translation_cache(trial), get_base_and_source_runs(trial)
    new = [key for key in (0, 1, site) if key not in known]
    alone = trial.experiment.changes or site.stack == "decoder"
    width = WIDTH if can_patch_now(trial) else 1
    search = Search(width=width, cached=can_cache(trial.experiment.changes))
    for some in [[key] for key in new] if alone else [new] * bool(new):
        found = runs.translate_with_patch(
            trial.experiment.network,
            [both[key == 1] for key in some],
            both[1],
            site if site in some else None,
            search,
        )
        known.update(zip(some, map(glass.tokenizer.decode, found), strict=True))
    return known[0], known[1], known[site]


@st.cache_resource(max_entries=128, show_spinner=False)
def _translation_cache(trial: Trial) -> dict[int | PatchSite, str]:
    """Return a trial's cache of translations, by run (0: base, 1: source) or patch site."""
    return {}
