"""One trial: every site patched at one step, with two competing tokens."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

import streamlit as st
from torch import Tensor

from model.changes.patches import Location
from model.patching.answers import LEAST, Answers, parting
from model.patching.places import in_one_row, lay_out
from pages.lab.patch_it import cached, choices
from pages.lab.patch_it.question import Question, Trial
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import look_for
from pages.lab.patch_it.views.patch_view import ColumnTokens, patch_view
from ui.choices import link
from ui.frame import explain
from ui.frame.background import Task, follow
from ui.messages import N_, _
from ui.readings import session
from ui.words import diff_words, whole

SAME, AS_OTHER = N_("as it was"), (N_("= changed"), N_("= clean"))  # beside a translation


def show(question: Question) -> dict[str, str]:
    """Let the person choose step and tokens; patch all sites and show the maps.

    Returns:
        The shapes of what was computed, by name.
    """
    with st.spinner(_("Translating both sentences ...")):
        found, said = cached.steps_of(question), cached.clean_translation(question)
    default = parting(found, len(question.beginning))
    picture = st.container()
    step = choices.step(found, said, default)
    tokens = choices.tokens(found[step])
    if tokens is None:
        return {}
    trial = Trial(question, step, tokens)
    clean, changed = cached.own_answers(trial).differences.tolist()
    count = len(in_one_row(cached.places(trial)))
    with picture:
        if abs(changed - clean) < LEAST:
            apart = default != step and abs(found[default].turn) >= LEAST
            there = default + 1 if apart else None
            draw(trial, None, notes.too_small(changed - clean, LEAST, there))
        elif cached.quick(trial):
            with st.spinner(_("Patching every location ...")):
                answers = cached.answers(trial)
            draw(trial, answers)
        else:
            _in_background(trial, count)
    host, __ = cached.sides(trial)
    config = session.glass().config
    return {
        _(
            "residual stream of the encoder, at each depth"
        ): f"{len(host.source)} × {config.d_model}",
        _(
            "residual stream of the decoder, at each depth"
        ): f"{len(host.target)} × {config.d_model}",
        _("logits of all patched runs"): f"{count} × {config.vocab_size}",
    }


def _in_background(trial: Trial, count: int) -> None:
    """Patch all sites in a background job and show partial maps."""

    def progress(found: Sequence[Answers]) -> tuple[float, str]:
        """Return the finished share, and its label for the progress bar."""
        done = found[-1].done if found else 0
        return done / count, _(notes.PATCHED).format(done=whole(done), count=whole(count))

    work, label = partial(cached.work, trial), _(notes.PATCH_ALL).format(count=whole(count))
    follow(
        Task("patching", trial, work, label, progress),
        lambda seen: draw(trial, seen.results[-1] if seen.results else None),
    )


def draw(trial: Trial, answers: Answers | None, problem: str = "") -> None:
    """Show the maps as far as they are known, with their takeaway."""
    maps, known = cached.places(trial), cached.effects(trial, answers)
    by_map, pairs = lay_out(maps, known), cached.token_pairs(trial)
    name, row, column = chosen = _choose_place(pairs, by_map)
    place = maps[name][row][column]
    clean, __ = cached.pair(trial.question, trial.step)
    texts = {
        "chosen": chosen,
        "after": notes.after(session.glass().tokenizer.decode(list(clean.target[1:]))),
        "note": " ".join(filter(None, [notes.outside(known), _without_partner(trial, pairs)])),
        "caption": _(notes.CAPTION[trial.question.everywhere]),
        "waiting": problem or _(notes.WAITING),
        "problem": problem,
        "written": _translations(trial, place, chosen) if place and not problem else None,
    }
    patch_view(trial, answers, texts)
    if problem:
        explain.look_here(problem)
    elif answers is not None and answers.done == len(known):
        columns = [next(filter(None, trial.turn(pair))).text for pair in pairs.get(name, ())]
        explain.in_your_sentence(look_for(by_map, name, columns))
        clean, changed = cached.own_answers(trial).differences.tolist()
        host, donor = trial.turn((clean, changed))
        d = lay_out(maps, answers.differences)[name][row, column].item()
        explain.formula(notes.FORMULA, notes.formula(d, host, donor) if place else None)
    else:
        explain.look_here(_(notes.GUESS).format(count=whole(len(known))))


def _choose_place(
    pairs: Mapping[str, ColumnTokens], by_map: Mapping[str, Tensor]
) -> tuple[str, int, int]:
    """Return map, row and column of the selected site: from the link, or the strongest."""
    first = "decoder" if all(a == b for a, b in pairs["encoder"]) else "encoder"
    row = len(by_map[first]) // 2
    column = int(by_map[first][row].nan_to_num().abs().argmax())
    if by_map[first].isnan().all():  # nothing computed yet
        apart = (i for i, (a, b) in enumerate(pairs[first]) if a != b and a and b)
        column = next(apart, 0)
    places = {
        f"{name}.{row}.{column}": (name, row, column)
        for name, values in by_map.items()
        for row, column in product(*map(range, values.shape))
    }
    default = f"{first}.{row}.{column}"
    place = link.restore("place", str, default, places.__contains__)
    link.show("place", place, default)
    return places[place]


def _translations(trial: Trial, place: Location, chosen: tuple[str, int, int]) -> dict[str, object]:
    """Return both translations as word diffs: unpatched, and with the selected site patched."""
    with st.spinner(_("Translating with the patch ...")):
        own, other, found = cached.translations_with_patch(trial, place)
    return {
        "place": ".".join(map(str, chosen)),
        "own": diff_words(found, own),
        "words": diff_words(own, found),
        "same": {own: _(SAME), other: _(AS_OTHER[trial.question.swapped])}.get(found, ""),
    }


def _without_partner(trial: Trial, pairs: Mapping[str, ColumnTokens]) -> str:
    """Return which tokens have no counterpart; "" if all have."""
    columns = pairs["encoder"]
    sides = zip(*columns, strict=True)
    clean, changed = (sum(token is not None for token in side) for side in sides)
    alone = [token.text for pair in columns if None in pair for token in pair if token]
    return notes.without_partner(trial.turn((clean, changed)), alone)
