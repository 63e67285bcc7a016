"""Activation patching for the page: both runs, all patch sites and their effects; cached."""

from collections.abc import Iterator, Mapping

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from model.changes.patches import Location
from model.config import MAX_PIECES
from model.glass import WIDTH
from model.measures.pairs import Column, columns
from model.passes import Search, search_with_edits
from model.patching import answers as asked
from model.patching import runs
from model.patching.answers import Answers
from model.patching.places import Rows, in_one_row, maps
from model.patching.runs import Run
from pages.lab.patch_it.question import Question, Trial
from ui.readings import session
from ui.readings.reading import Token, target_tokens

LOOKS = 20  # progress updates of a background job
AT_ONCE = 12_000  # tokens in all patched runs; more start a background job


@st.cache_data(max_entries=256, show_spinner=False)
def clean_translation(question: Question) -> tuple[int, ...]:
    """Return the clean run's translation, which is teacher-forced in both runs."""
    text, language, changes = question.texts[0], question.languages[0], question.changes
    if not question.beginning:
        return session.read(text, language, changes).output_ids[:MAX_PIECES]
    glass = session.glass()
    search = Search(prefix=question.beginning, cached=can_cache(changes))
    start, edits = glass.tokenizer.start(language), glass.edits(changes)
    best, *_ = search_with_edits(question.network, question.ids[0], start, edits, search)
    return tuple(best.tokens[:MAX_PIECES])


@st.cache_data(max_entries=256, show_spinner=False)
def steps_of(question: Question) -> tuple[asked.Step, ...]:
    """Compare the predictions of both runs at each step of the clean translation."""
    both = pair(question, _last(question))
    return asked.steps(*(runs.at_each_step(question.network, one) for one in both))


def _last(question: Question) -> int:
    """Return the index of the last step of the clean translation."""
    return len(clean_translation(question)) - 1


@st.cache_resource(max_entries=16, show_spinner=False)
def pair(question: Question, step: int) -> tuple[Run, Run]:
    """Return the clean and the changed run, both truncated to a step.

    They are recorded once, to the end, unless an edit lets what follows change what comes before.
    """
    glass, model = session.glass(), question.network
    if can_cache(question.changes) and step < _last(question):
        whole, other = pair(question, _last(question))
        return runs.up_to(model, whole, step), runs.up_to(model, other, step)
    edits, said = glass.edits(question.changes), clean_translation(question)[:step]
    clean, changed = (
        runs.run(model, source, (glass.tokenizer.start(language), *said), edits)
        for source, language in zip(question.ids, question.languages, strict=True)
    )
    return clean, changed


def sides(trial: Trial) -> tuple[Run, Run]:
    """Return the base run, which is patched, and the source run."""
    return trial.turn(pair(trial.question, trial.step))


def token_pairs(trial: Trial) -> dict[str, list[tuple[Token | None, Token | None]]]:
    """Return the clean and the changed token of each map column, by stack."""
    question, glass = trial.question, session.glass()
    said = list(clean_translation(question)[: trial.step])
    sources, targets = [], []
    for text, code in zip(question.texts, question.languages, strict=True):
        [named] = glass.tokenizer.pieces([glass.tokenizer.start(code)])
        start = Token(named, special=True)
        sources.append(glass.source_tokens(text, code))
        targets.append((start, *target_tokens(glass.tokenizer, said, code)))
    source = [
        tuple(
            None if place is None else tokens[place]
            for tokens, place in zip(sources, trial.turn(column), strict=True)
        )
        for column in _columns(trial)
    ]
    return {"encoder": source, "decoder": list(zip(*targets, strict=True))}


def _columns(trial: Trial) -> tuple[Column, ...]:
    """Return which source positions of the two sentences correspond."""
    host, donor = sides(trial)
    return columns(host.source, donor.source)


def places(trial: Trial) -> Mapping[str, Rows]:
    """Return the patch sites of all maps, by map name."""
    config, length = session.glass().config, trial.step + 1
    return maps(config, _columns(trial), length, trial.question.everywhere)


def quick(trial: Trial) -> bool:
    """Whether all sites can be patched without a background job."""
    host, _ = sides(trial)
    return len(in_one_row(places(trial))) * (len(host.source) + len(host.target)) <= AT_ONCE


def work(trial: Trial) -> Iterator[Answers]:
    """Patch all sites; yield partial results about 20 times."""
    model, some = trial.question.network, in_one_row(places(trial))
    return _rarely(asked.patch_answers(model, sides(trial), some, trial.tokens), len(some))


def _rarely(found: Iterator[Answers], count: int) -> Iterator[Answers]:
    """Pass on about 20 of the partial results, and the last one."""
    told = 0
    for so_far in found:
        if so_far.done in range(told + count // LOOKS, count):
            told = so_far.done
            yield so_far
    yield so_far


@st.cache_resource(max_entries=128, show_spinner=False)
def answers(trial: Trial) -> Answers:
    """Return the predictions with each site patched."""
    *_, last = work(trial)
    return last


def effects(trial: Trial, answers: Answers | None) -> Float[Tensor, " place"]:
    """Return the patching effect of each site; NaN where not computed."""
    if answers is None:
        return torch.full((len(in_one_row(places(trial))),), torch.nan)
    return asked.effects(answers.differences, *trial.turn(tuple(own_answers(trial).differences)))


def own_answers(trial: Trial) -> Answers:
    """Return the predictions of the clean and the changed run without any patch."""
    return asked.own_answers(pair(trial.question, trial.step), trial.tokens)


def translations_with_patch(trial: Trial, place: Location) -> tuple[str, str, str]:
    """Return the translations of base run, source run, and base run with one site patched.

    What is not known yet is searched for at once, unless an edit or a place in the decoder needs
    a search of its own.
    """
    glass = session.glass()
    known, both = _translation_store(trial), sides(trial)
    new = [key for key in (0, 1, place) if key not in known]
    alone = trial.question.changes or place.stack == "decoder"
    width = WIDTH if quick(trial) else 1
    search = Search(width=width, cached=can_cache(trial.question.changes))
    for some in [[key] for key in new] if alone else [new] * bool(new):
        found = runs.translate_with_patch(
            trial.question.network,
            [both[key == 1] for key in some],
            both[1],
            place if place in some else None,
            search,
        )
        known.update(zip(some, map(glass.tokenizer.decode, found), strict=True))
    return known[0], known[1], known[place]


@st.cache_resource(max_entries=128, show_spinner=False)
def _translation_store(trial: Trial) -> dict[int | Location, str]:
    """Return a trial's cache of translations, by run (0 and 1) or patch site."""
    return {}
