"""What the page asks the model, and keeps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import Change, by_position
from model.config import MAX_PIECES
from model.passes import Search, search_with_edits
from pages.lab.patch_it.compute import answers as asked
from pages.lab.patch_it.compute import runs, steps
from pages.lab.patch_it.compute.answers import Answers
from pages.lab.patch_it.compute.places import Column, Place, Rows, columns, maps
from pages.lab.patch_it.compute.runs import Run
from pages.lab.patch_it.compute.steps import Step
from pages.lab.patch_it.question import Question
from ui.readings import session

LOOKS = 20  # at a trial that a worker does
AT_ONCE = 12_000  # tokens of all patched runs that are computed while the page waits


@dataclass(frozen=True)
class Trial:
    """A question at one step, with two tokens that compete there.

    Args:
        question: what is asked.
        step: after so many tokens of the translation.
        tokens: ids of the clean and of the changed token.
    """

    question: Question
    step: int
    tokens: tuple[int, int]


@st.cache_data(max_entries=256, show_spinner=False)
def clean_translation(question: Question) -> tuple[int, ...]:
    """Return the clean run's translation, which is forced through both runs."""
    text, language = question.texts[0], question.languages[0]
    return continue_translation(text, language, question.beginning, question.changes)


def continue_translation(
    text: str, language: str, beginning: tuple[int, ...], changes: tuple[Change, ...]
) -> tuple[int, ...]:
    """Return the translation that has this beginning; at most 128 tokens of it."""
    if not beginning:
        return session.read(text, language, changes).output_ids[:MAX_PIECES]
    glass = session.glass()
    source, start = glass.source_ids(text, language), glass.tokenizer.start(language)
    search = Search(prefix=beginning, cached=by_position(changes))
    best, *_ = search_with_edits(glass.network, source, start, glass.edits(changes), search)
    return tuple(best.tokens[:MAX_PIECES])


@st.cache_data(max_entries=256, show_spinner=False)
def steps_of(question: Question) -> tuple[Step, ...]:
    """Compare the two runs at each step of the clean run's translation."""
    model = session.glass().network
    return steps.steps(*(runs.at_each_step(model, one) for one in whole(question)))


@st.cache_resource(max_entries=8, show_spinner=False)
def whole(question: Question) -> tuple[Run, Run]:
    """Record both runs to the end of the translation: the clean one, then the changed one."""
    return record_runs(question, len(clean_translation(question)) - 1)


@st.cache_resource(max_entries=8, show_spinner=False)
def pair(question: Question, step: int) -> tuple[Run, Run]:
    """Return both runs up to a step."""
    if not by_position(question.changes):  # what follows changes what comes before
        return record_runs(question, step)
    model = session.glass().network
    return tuple(runs.up_to(model, one, step) for one in whole(question))


def record_runs(question: Question, step: int) -> tuple[Run, Run]:
    """Record a pass of each sentence with so many tokens of the translation."""
    glass = session.glass()
    edits, read = glass.edits(question.changes), clean_translation(question)[:step]
    return tuple(
        runs.run(glass.network, source, (glass.tokenizer.start(language), *read), edits)
        for source, language in zip(question.ids, question.languages, strict=True)
    )


def sides(trial: Trial) -> tuple[Run, Run]:
    """Return the run that is patched, and the one that its numbers are taken from."""
    both = pair(trial.question, trial.step)
    return both[::-1] if trial.question.swapped else both


def pair_positions(trial: Trial) -> tuple[Column, ...]:
    """Return which positions of the two sentences belong together."""
    host, donor = sides(trial)
    return columns(host.source, donor.source)


def places(trial: Trial) -> Mapping[str, Rows]:
    """Return the places of all maps."""
    config, length = session.glass().config, trial.step + 1
    return maps(config, pair_positions(trial), length, trial.question.everywhere)


def all_places(trial: Trial) -> list[Place]:
    """Return the places of all maps in one row, without those that have no partner."""
    return [one for rows in places(trial).values() for row in rows for one in row if one]


def quick(trial: Trial) -> bool:
    """Whether all places can be patched while the page waits."""
    host, _ = sides(trial)
    return len(all_places(trial)) * (len(host.source) + len(host.target)) <= AT_ONCE


def work(trial: Trial) -> Iterator[Answers]:
    """Patch all places and yield, about 20 times, what is known so far."""
    model, (host, donor), some = session.glass().network, sides(trial), all_places(trial)
    return _rarely(asked.patch_answers(model, (host, donor), some, trial.tokens), len(some))


def _rarely(found: Iterator[Answers], count: int) -> Iterator[Answers]:
    told = 0
    for so_far in found:
        if so_far.done in range(told + count // LOOKS, count):
            told = so_far.done
            yield so_far
    yield so_far


@st.cache_resource(max_entries=128, show_spinner=False)
def answers(trial: Trial) -> Answers:
    """Patch all places."""
    *_, last = work(trial)
    return last


def effects(trial: Trial, answers: Answers | None) -> Float[Tensor, " place"]:
    """Return the effect of each place that is there, NaN where it is not known."""
    if answers is None:
        return torch.full((len(all_places(trial)),), torch.nan)
    both = own_answers(trial).differences
    host, donor = both.flip(0) if trial.question.swapped else both
    return asked.effects(answers.differences, host, donor)


def own_answers(trial: Trial) -> Answers:
    """Return what the clean and the changed run say by themselves, in this order."""
    clean, changed = pair(trial.question, trial.step)
    return asked.answers(runs.logits(clean, changed), trial.tokens)


def translations_with_patch(trial: Trial, place: Place) -> tuple[str, str, str]:
    """Return translations: of the run that is patched, the other one, and with a place patched.

    What is not known yet is searched for at once, unless an edit or a place in the decoder needs
    a search of its own.
    """
    glass = session.glass()
    known, both = _translation_store(trial), sides(trial)
    new = [key for key in (0, 1, place) if key not in known]
    alone = trial.question.changes or place.stack == "decoder"
    for some in [[key] for key in new] if alone else [new] * bool(new):
        found = runs.translate_with_patch(
            glass.network,
            [both[key == 1] for key in some],
            both[1],
            place if place in some else None,
            Search(
                width=session.WIDTH if quick(trial) else 1,
                cached=by_position(trial.question.changes),
            ),
        )
        known.update(zip(some, map(glass.tokenizer.decode, found), strict=True))
    return known[0], known[1], known[place]


@st.cache_resource(max_entries=128, show_spinner=False)
def _translation_store(trial: Trial) -> dict[int | Place, str]:
    """Return the translations that were found, by side (0 and 1) or place; it fills up."""
    return {}
