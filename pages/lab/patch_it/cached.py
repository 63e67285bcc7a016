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
from model.patching import predictions as asked
from model.patching import runs
from model.patching.predictions import Predictions
from model.patching.runs import RecordedRun
from model.patching.sites import SiteRows, flatten_sites, patch_site_maps
from pages.lab.patch_it.question import Question, Trial
from ui.readings import session
from ui.readings.reading import Token, target_tokens

PROGRESS_UPDATES = 20  # progress updates of a background job
AT_ONCE = 12_000  # tokens in all patched runs; more start a background job


@st.cache_data(max_entries=256, show_spinner=False)
def get_clean_translation(question: Question) -> tuple[int, ...]:
    """Return the token ids of the clean sentence's translation, at most ``MAX_PIECES``. The passes
    over the clean and over the changed sentence both read this translation in the decoder.

    Args:
        question: the clean and the changed sentence, and how they are patched.
    """
    text, language, changes = question.texts[0], question.languages[0], question.changes
    if not question.prefix_ids:
        return session.read(text, language, changes).output_ids[:MAX_PIECES]
    glass = session.glass()
    search = Search(prefix=question.prefix_ids, cached=can_cache(changes))
    start, edits = glass.tokenizer.start(language), glass.edits(changes)
    best, *_ = search_with_edits(question.network, question.ids[0], start, edits, search)
    return tuple(best.tokens[:MAX_PIECES])


@st.cache_data(max_entries=256, show_spinner=False)
def compare_runs_by_step(question: Question) -> tuple[asked.StepComparison, ...]:
    """Return, for each step of the clean sentence's translation, what the pass over the clean and
    the pass over the changed sentence predict there. The decoder reads this translation in both.

    Args:
        question: the clean and the changed sentence, and how they are patched.
    """
    both = get_run_pair(question, _last_step(question))
    return asked.compare_steps(*(runs.logits_at_each_step(question.network, one) for one in both))


def _last_step(question: Question) -> int:
    """Return the index of the last step of the clean translation."""
    return len(get_clean_translation(question)) - 1


@st.cache_resource(max_entries=16, show_spinner=False)
def get_run_pair(question: Question, step: int) -> tuple[RecordedRun, RecordedRun]:
    """Return the recorded passes over the clean and over the changed sentence, both cut off after
    the prediction of one step.

    The passes over the whole translation are recorded once and cut for each step. Only if a change
    of the model lets later tokens influence earlier ones, each step is recorded separately.

    Args:
        question: the clean and the changed sentence, and how they are patched.
        step: the step, from 0.
    """
    glass, model = session.glass(), question.network
    if can_cache(question.changes) and step < _last_step(question):
        whole, other = get_run_pair(question, _last_step(question))
        return runs.truncate_run(model, whole, step), runs.truncate_run(model, other, step)
    edits, said = glass.edits(question.changes), get_clean_translation(question)[:step]
    clean, changed = (
        runs.record_run(model, source, (glass.tokenizer.start(language), *said), edits)
        for source, language in zip(question.ids, question.languages, strict=True)
    )
    return clean, changed


def get_base_and_source_runs(trial: Trial) -> tuple[RecordedRun, RecordedRun]:
    """Return the recorded pass that is patched (base), and the one that activations are taken from
    (source).

    Args:
        trial: what is patched and compared.
    """
    return trial.to_base_and_source(get_run_pair(trial.question, trial.step))


def pair_column_tokens(trial: Trial) -> dict[str, list[tuple[Token | None, Token | None]]]:
    """Return, for the two maps whose columns are positions, which tokens stand in each column.

    Args:
        trial: what is patched and compared.

    Returns:
        For the maps "encoder" and "decoder", a (clean, changed) pair of tokens for each column;
        None in a pair where a token has no counterpart in the other sentence.
    """
    question, glass = trial.question, session.glass()
    said = list(get_clean_translation(question)[: trial.step])
    sources, targets = [], []
    for text, code in zip(question.texts, question.languages, strict=True):
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
    """Return the aligned source positions of the base pass and the source pass."""
    host, donor = get_base_and_source_runs(trial)
    return align_tokens(host.source, donor.source)


def list_patch_sites(trial: Trial) -> Mapping[str, SiteRows]:
    """Return the places where activations can be patched, as the cells of the page's maps.

    Args:
        trial: what is patched and compared.

    Returns:
        For each of ``MAPS``, such as "encoder" (the residual stream) or "cross-heads", a table of
        rows and columns, the bottom row first; each cell is a patch site, or None.
    """
    config, length = session.glass().config, trial.step + 1
    return patch_site_maps(config, _align_positions(trial), length, trial.question.all_positions)


def can_patch_now(trial: Trial) -> bool:
    """Whether patching all sites is quick enough to need no background job."""
    host, _ = get_base_and_source_runs(trial)
    return (
        len(flatten_sites(list_patch_sites(trial))) * (len(host.source) + len(host.target))
        <= AT_ONCE
    )


def patch_all_sites(trial: Trial) -> Iterator[Predictions]:
    """Patch one site after another, each alone; yield about 20 times the predictions so far.

    Args:
        trial: what is patched and compared.

    Yields:
        The predictions with a row for each site; sites that have not been patched yet have NaN.
    """
    model, some = trial.question.network, flatten_sites(list_patch_sites(trial))
    return _throttle_progress(
        asked.patched_predictions(model, get_base_and_source_runs(trial), some, trial.tokens),
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
    """Return the predictions of the base pass with each site patched alone; a row for each site, in
    the order of ``flatten_sites``.

    Args:
        trial: what is patched and compared.
    """
    *_, last = patch_all_sites(trial)
    return last


def compute_effects(trial: Trial, predictions: Predictions | None) -> Float[Tensor, " place"]:
    """Return, for each patch site, how far patching it moves the logit difference from the base
    pass to the source pass: 0 means that it stays as in the base pass, 1 that it becomes as in the
    source.

    Args:
        trial: what is patched and compared.
        predictions: the predictions of the sites patched so far; None if there are none yet.

    Returns:
        An effect for each site, in the order of ``flatten_sites``; NaN for those not patched yet.
    """
    if predictions is None:
        return torch.full((len(flatten_sites(list_patch_sites(trial))),), torch.nan)
    return asked.normalized_effects(
        predictions.differences,
        *trial.to_base_and_source(tuple(get_unpatched_predictions(trial).differences)),
    )


def get_unpatched_predictions(trial: Trial) -> Predictions:
    """Return the predictions without any patch: row 0 is the clean pass, row 1 the changed one.

    Args:
        trial: what is patched and compared.
    """
    return asked.unpatched_predictions(get_run_pair(trial.question, trial.step), trial.tokens)


def translate_with_patch(trial: Trial, site: PatchSite) -> tuple[str, str, str]:
    """Return three translations as text: of the base pass, of the source pass, and of the base pass
    with one site patched.

    Translations that were found before come from a cache. The others are searched for together; but
    each has a search of its own if the model is changed or the site is in the decoder.

    Args:
        trial: what is patched and compared.
        site: the patched site.
    """
    glass = session.glass()
    known, both = _translation_cache(trial), get_base_and_source_runs(trial)
    new = [key for key in (0, 1, site) if key not in known]
    alone = trial.question.changes or site.stack == "decoder"
    width = WIDTH if can_patch_now(trial) else 1
    search = Search(width=width, cached=can_cache(trial.question.changes))
    for some in [[key] for key in new] if alone else [new] * bool(new):
        found = runs.translate_with_patch(
            trial.question.network,
            [both[key == 1] for key in some],
            both[1],
            site if site in some else None,
            search,
        )
        known.update(zip(some, map(glass.tokenizer.decode, found), strict=True))
    return known[0], known[1], known[site]


@st.cache_resource(max_entries=128, show_spinner=False)
def _translation_cache(trial: Trial) -> dict[int | PatchSite, str]:
    """Return a trial's cache of translations, by pass (0 and 1) or patch site."""
    return {}
