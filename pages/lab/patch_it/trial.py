"""One trial: every site patched at one step, with two competing tokens."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

import streamlit as st
from torch import Tensor

from model.changes.patches import PatchSite
from model.patching.predictions import MIN_LOGIT_DIFFERENCE, Predictions, first_divergent_step
from model.patching.sites import arrange_in_maps, flatten_sites
from pages.lab.patch_it import cached, choices
from pages.lab.patch_it.experiment import PatchingExperiment, Trial
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import describe_flips, describe_reach, describe_takeaway
from pages.lab.patch_it.views.patch_view import (
    ColumnTokens,
    WrittenTranslations,
    show_patch_view,
)
from ui.choices import link
from ui.frame import explain
from ui.frame.background import Task, show_job
from ui.messages import N_, _
from ui.readings import session
from ui.sentence import Remark
from ui.words import diff_words

SAME, AS_OTHER = N_("as it was"), (N_("= changed"), N_("= original"))  # beside a translation


def show(experiment: PatchingExperiment) -> dict[str, str]:
    """Let the visitor choose a step and two tokens; patch every site and show maps of the effects.

    Args:
        experiment: both sentences, and how activations are patched.

    Returns:
        The shapes of the computed tensors as text, by label; empty if nothing was computed.
    """
    with st.spinner(_("Translating both sentences ...")):
        found, said = (
            cached.compare_runs_by_step(experiment),
            cached.get_clean_translation(experiment),
        )
    default = first_divergent_step(found, len(experiment.prefix_ids))
    picture = st.container()
    step = choices.choose_step(found, said, default)
    tokens = choices.choose_tokens(found[step])
    if tokens is None:
        return {}
    trial = Trial(experiment, step, tokens)
    clean, changed = cached.get_unpatched_predictions(trial).differences.tolist()
    count = len(flatten_sites(cached.list_patch_sites(trial)))
    with picture:
        if abs(changed - clean) < MIN_LOGIT_DIFFERENCE:
            apart = default != step and abs(found[default].effect) >= MIN_LOGIT_DIFFERENCE
            there = default + 1 if apart else None
            show_maps(
                trial,
                None,
                notes.describe_too_similar(changed - clean, MIN_LOGIT_DIFFERENCE, there),
            )
        elif cached.can_patch_now(trial):
            with st.spinner(_("Patching every location ...")):
                answers = cached.get_patched_predictions(trial)
            show_maps(trial, answers)
        else:
            _patch_in_background(trial, count)
    host, __ = cached.get_base_and_source_runs(trial)
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


def _patch_in_background(trial: Trial, site_count: int) -> None:
    """Patch all sites in a background job; show the maps while they fill."""

    def progress(predictions: Sequence[Predictions]) -> tuple[float, str]:
        """Return the share of sites patched, and the text for the progress bar."""
        done = predictions[-1].done if predictions else 0
        return done / site_count, _(notes.PATCHED).format(done=done, count=site_count)

    work, label = (
        partial(cached.patch_all_sites, trial),
        _(notes.PATCH_ALL).format(count=site_count),
    )
    show_job(
        Task("patching", trial, work, label, progress),
        lambda seen: show_maps(trial, seen.results[-1] if seen.results else None),
    )


def show_maps(trial: Trial, predictions: Predictions | None, problem: str = "") -> None:
    """Show maps of the effects of patching each site, as far as computed, and the takeaway.

    Args:
        trial: the experiment at one step.
        predictions: the predictions with the sites patched so far; None if there are none.
        problem: why nothing can be patched, shown instead of the takeaway; "" if it can.
    """
    maps, known = cached.list_patch_sites(trial), cached.compute_effects(trial, predictions)
    by_map, pairs = arrange_in_maps(maps, known), cached.pair_column_tokens(trial)
    name, row, column = chosen = _get_chosen_site(pairs, by_map)
    place = maps[name][row][column]
    clean, __ = cached.get_run_pair(trial.experiment, trial.step)
    texts = {
        "chosen": chosen,
        "after": notes.prefix_label(session.glass().tokenizer.decode(list(clean.target[1:]))),
        "note": _describe_unpaired_tokens(trial, pairs),
        "caption": _(notes.CAPTION[trial.experiment.all_positions]),
        "waiting": problem or _(notes.WAITING),
        "problem": problem,
        "written": _compare_translations(trial, place, chosen) if place and not problem else None,
    }
    show_patch_view(trial, predictions, texts)
    if problem:
        explain.show_takeaway(problem)
    elif predictions is not None and predictions.done == len(known):
        columns = [
            next(filter(None, trial.to_base_and_source(pair))).text for pair in pairs.get(name, ())
        ]
        flips = _describe_flips(trial, predictions) if name == "encoder" else None
        explain.show_sentence_fact(flips or describe_takeaway(by_map, name, columns))
        other = "cross-heads" if name == "sublayers" else "sublayers"
        explain.defer_sentence_fact(
            _describe_reach(trial, predictions) or describe_takeaway(by_map, other, [])
        )
        clean, changed = cached.get_unpatched_predictions(trial).differences.tolist()
        host, donor = trial.to_base_and_source((clean, changed))
        d = arrange_in_maps(maps, predictions.differences)[name][row, column].item()
        with st.expander(_("How the effect is computed")):
            explain.show_formula(
                notes.FORMULA, notes.effect_latex(d, host, donor) if place else None
            )
    else:
        explain.show_takeaway(_(notes.GUESS).format(count=len(known)))


def _describe_flips(trial: Trial, predictions: Predictions) -> Remark | None:
    """Describe where the encoder's strongest position makes the other token win, if anywhere."""
    maps, pairs = cached.list_patch_sites(trial), cached.pair_column_tokens(trial)["encoder"]
    effects = arrange_in_maps(maps, cached.compute_effects(trial, predictions))["encoder"]
    column = int(effects.nan_to_num().abs().amax(dim=0).argmax())
    clean, changed = cached.get_unpatched_predictions(trial).differences.tolist()
    host, donor = trial.to_base_and_source((clean, changed))
    if host * donor >= 0:  # the same token wins in both runs
        return None
    d = arrange_in_maps(maps, predictions.differences)
    stays = (d["encoder"] * host >= 0).all(dim=0)  # False where some depth has no patch site
    stays[column] = True
    own, other = trial.to_base_and_source(pairs[column])
    decode = session.glass().tokenizer.decode
    before, after = (decode([token]) for token in trial.to_base_and_source(trial.tokens))
    return describe_flips(
        d["encoder"][:, column] * host < 0,
        d["cross-heads"][:, :-1] * host < 0,
        (own.text if own else "", other.text if other else ""),
        (before, after),
        others_flip=not stays.all().item(),
    )


def _describe_reach(trial: Trial, predictions: Predictions) -> Remark | None:
    """Describe how many vectors of the encoder make the other token win; None if it wins in both
    runs, or if the encoder reads the same in both.
    """
    maps, pairs = cached.list_patch_sites(trial), cached.pair_column_tokens(trial)["encoder"]
    clean, changed = cached.get_unpatched_predictions(trial).differences.tolist()
    host, donor = trial.to_base_and_source((clean, changed))
    if host * donor >= 0 or all(a == b for a, b in pairs):
        return None
    d = arrange_in_maps(maps, predictions.differences)["encoder"]
    decode = session.glass().tokenizer.decode
    before, after = (decode([token]) for token in trial.to_base_and_source(trial.tokens))
    return describe_reach(d * host < 0, int((~d.isnan()).sum()), (before, after))


def _get_chosen_site(
    pairs: Mapping[str, ColumnTokens], effects: Mapping[str, Tensor]
) -> tuple[str, int, int]:
    """Return map, row and column of the selected site: from the link, or the strongest."""
    first = "decoder" if all(a == b for a, b in pairs["encoder"]) else "encoder"
    row = len(effects[first]) // 2
    column = int(effects[first][row].nan_to_num().abs().argmax())
    if effects[first].isnan().all():  # nothing computed yet
        apart = (i for i, (a, b) in enumerate(pairs[first]) if a != b and a and b)
        column = next(apart, 0)
    places = {
        f"{name}.{row}.{column}": (name, row, column)
        for name, values in effects.items()
        for row, column in product(*map(range, values.shape))
    }
    default = f"{first}.{row}.{column}"
    place = link.restore_control("place", str, default, places.__contains__)
    link.store_control("place", place, default)
    return places[place]


def _compare_translations(
    trial: Trial, site: PatchSite, chosen_cell: tuple[str, int, int]
) -> WrittenTranslations:
    """Return both translations as word diffs: unpatched, and with the selected site patched."""
    with st.spinner(_("Translating with the patch ...")):
        own, other, found = cached.translate_with_patch(trial, site)
    return WrittenTranslations(
        place=".".join(map(str, chosen_cell)),
        own=diff_words(found, own),
        words=diff_words(own, found),
        same={own: _(SAME), other: _(AS_OTHER[trial.experiment.swapped])}.get(found, ""),
    )


def _describe_unpaired_tokens(trial: Trial, pairs: Mapping[str, ColumnTokens]) -> str:
    """Describe which tokens have no counterpart; "" if all have."""
    columns = pairs["encoder"]
    sides = zip(*columns, strict=True)
    clean, changed = (sum(token is not None for token in side) for side in sides)
    alone = [token.text for pair in columns if None in pair for token in pair if token]
    return notes.describe_unpaired_tokens(trial.to_base_and_source((clean, changed)), alone)
