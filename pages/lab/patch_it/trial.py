"""The experiment: at one step, with two tokens, every place is patched, and one is looked at."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st
from torch import Tensor

from pages.lab.patch_it import cached, choices
from pages.lab.patch_it.cached import Trial
from pages.lab.patch_it.compute.answers import LEAST, Answers
from pages.lab.patch_it.compute.places import Rows, laid_out
from pages.lab.patch_it.compute.steps import parting
from pages.lab.patch_it.question import Question
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import look_for
from pages.lab.patch_it.views.patch_view import Sides, patch_view
from ui.choices import link
from ui.frame import explain
from ui.frame.background import Task, follow
from ui.messages import N_, _
from ui.readings import session
from ui.readings.reading import Token, target_tokens
from ui.readings.typed import name
from ui.words import diff_words, whole

SAME, AS_OTHER = N_("as it was"), (N_("= changed"), N_("= clean"))  # beside a translation


def show(question: Question) -> dict[str, str]:
    """Let the person choose the step and the tokens; patch, and draw what comes of it.

    Returns:
        The shapes of what was computed, by name.
    """
    with st.spinner(_("Translating both sentences ...")):
        found, said = cached.steps_of(question), cached.clean_translation(question)
    default = parting(found, len(question.beginning))
    step = choices.step(found, said, default)
    picture, below = st.container(), st.container()
    with below:
        tokens = choices.tokens(found[step])
    if tokens is None:
        return {}
    trial = Trial(question, step, tokens)
    turn = turn_of(trial)
    with picture:
        if abs(turn) < LEAST:
            there = default + 1 if found[default].parts and default != step else None
            draw(trial, None, notes.too_small(turn, LEAST, there))
        elif cached.quick(trial):
            with st.spinner(_("Patching every location ...")):
                answers = cached.answers(trial)
            draw(trial, answers)
        else:
            _in_background(trial)
    host, __ = cached.sides(trial)
    config, count = session.glass().config, len(cached.all_places(trial))
    return {
        _("residual stream of the encoder, each depth"): f"{len(host.source)} × {config.d_model}",
        _("residual stream of the decoder, each depth"): f"{len(host.target)} × {config.d_model}",
        _("logits of all patched runs"): f"{count} × {config.vocab_size}",
    }


def _in_background(trial: Trial) -> None:
    """Offer to patch all places, and draw them as they come."""
    count = len(cached.all_places(trial))

    def progress(found: Sequence[Answers]) -> tuple[float, str]:
        done = found[-1].done if found else 0
        return done / count, _(notes.PATCHED).format(done=whole(done), count=whole(count))

    work, label = partial(cached.work, trial), _(notes.PATCH_ALL).format(count=whole(count))
    follow(
        Task("patching", trial, work, label, progress),
        lambda seen: draw(trial, seen.results[-1] if seen.results else None),
    )


def turn_of(trial: Trial) -> float:
    """Return how far d differs between the two runs."""
    clean, changed = cached.own_answers(trial).differences.tolist()
    return changed - clean


def draw(trial: Trial, answers: Answers | None, problem: str = "") -> None:
    """Draw the maps, as far as they are known, and say what they show."""
    maps = cached.places(trial)
    known = cached.effects(trial, answers)
    by_map = laid_out(maps, known)
    sides = _sides(trial)
    chosen = _choose_place(sides, maps, by_map)
    tokenizer = session.glass().tokenizer
    patch_view(
        sides,
        maps,
        [None if one != one else one for one in known.tolist()],
        answers,
        cached.sides(trial)[0].logits.softmax(dim=-1),
        lambda token: name(tokenizer, token),
        chosen,
        _texts(trial, maps, known, chosen, problem),
    )
    if problem:
        explain.look_for(problem)
    elif answers is not None and answers.done == len(known):
        explain.look_for(look_for(by_map, chosen[0], _names(sides, chosen[0])))
        explain.formula(notes.FORMULA, _numbers(trial, maps, answers, chosen))
    else:
        explain.look_for(_(notes.GUESS).format(count=whole(len(known))))


def _choose_place(
    sides: Sides, maps: Mapping[str, Rows], by_map: Mapping[str, Tensor]
) -> tuple[str, int, int]:
    """Return map, row and column of the place that is looked at: the link's, or the strongest."""
    same = all(a == b for a, b in sides.source)
    first = "decoder" if same else "encoder"
    row = len(maps[first]) // 2
    column = int(by_map[first][row].nan_to_num().abs().argmax())
    if by_map[first].isnan().all():  # nothing is known yet
        pairs = sides.source if first == "encoder" else sides.target
        column = next((i for i, (a, b) in enumerate(pairs) if a != b and a and b), 0)
    default = f"{first}.{row}.{column}"

    def fits(place: object) -> bool:
        map_, row, column = place.split(".") if isinstance(place, str) else ("", "0", "0")
        rows = maps.get(map_, ())
        return int(row) < len(rows) and int(column) < len(rows[0])

    place = link.restore("place", choices.place, default, fits)
    link.show("place", place, default)
    map_, row, column = place.split(".")
    return map_, int(row), int(column)


def _sides(trial: Trial) -> Sides:
    """Return both runs as the view names them, their tokens column by column."""
    question, tokenizer = trial.question, session.glass().tokenizer
    texts = list(map(session.glass().source_tokens, question.texts, question.languages))
    said = cached.clean_translation(question)[: trial.step]
    spoken = partial(target_tokens, tokenizer, list(said))
    target = [
        (Token(*tokenizer.pieces([tokenizer.start(code)]), special=True), *spoken(code))
        for code in question.languages
    ]
    columns = cached.pair_positions(trial)
    columns = [pair[::-1] for pair in columns] if question.swapped else columns
    return Sides(
        source=[
            tuple(
                None if place is None else tokens[place]
                for tokens, place in zip(texts, pair, strict=True)
            )
            for pair in columns
        ],
        target=list(zip(*target, strict=True)),
        competing=trial.tokens,
        answers=cached.own_answers(trial),
        swapped=question.swapped,
        after=notes.after(tokenizer.decode(list(said))),
    )


def _names(sides: Sides, map_: str) -> Sequence[str]:
    """Return what the columns of a map are called in a sentence."""
    pairs = {"encoder": sides.source, "decoder": sides.target}.get(map_, ())
    own = [pair[sides.swapped] or pair[not sides.swapped] for pair in pairs]
    return [token.text for token in own]


def _texts(
    trial: Trial, maps: Mapping[str, Rows], known: Tensor, chosen: tuple, problem: str
) -> dict[str, object]:
    """Return the sentences of the view, and the translations with the chosen place patched."""
    map_, row, column = chosen
    place = maps[map_][row][column]
    texts = {
        "note": " ".join(filter(None, [notes.outside(known), _without_partner(trial)])),
        "caption": notes.caption(trial.question.everywhere),
        "waiting": problem or _(notes.WAITING),
        "problem": problem,
        "written": None,
    }
    if place is None or problem:
        return texts
    with st.spinner(_("Translating with the patch ...")):
        own, other, found = cached.translations_with_patch(trial, place)
    same = {own: _(SAME), other: _(AS_OTHER[trial.question.swapped])}.get(found, "")
    return texts | {
        "written": {
            "place": ".".join(map(str, chosen)),
            "own": diff_words(found, own),
            "words": diff_words(own, found),
            "same": same,
        }
    }


def _without_partner(trial: Trial) -> str:
    """Say which tokens have no partner; "" if all have one."""
    sides = list(map(session.glass().source_tokens, trial.question.texts, trial.question.languages))
    sides = sides[::-1] if trial.question.swapped else sides
    alone = [
        side[place].text
        for pair in cached.pair_positions(trial)
        if None in pair
        for side, place in zip(sides, pair, strict=True)
        if place is not None
    ]
    return notes.without_partner(tuple(map(len, sides)), alone)


def _numbers(
    trial: Trial, maps: Mapping[str, Rows], answers: Answers, chosen: tuple[str, int, int]
) -> str | None:
    """Return the formula of the effect with the numbers of the chosen place."""
    map_, row, column = chosen
    place = maps[map_][row][column]
    if place is None:
        return None
    d = cached.own_answers(trial).differences
    host, donor = (d.flip(0) if trial.question.swapped else d).tolist()
    number = cached.all_places(trial).index(place)
    return notes.formula(answers.differences[number].item(), host, donor)
