"""The strip of translations along the direction, and the button that steers every page."""

from collections.abc import Sequence

import streamlit as st

from model import storage
from model.steering.along import SteeredTranslation
from pages.lab.steer_it import cached, choices, compute, remarks
from pages.lab.steer_it.experiment import SteeringExperiment
from pages.lab.steer_it.views.steer_strip import StripCell, show_steer_strip
from ui.choices import active_changes, controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.changes import merge_changes
from ui.words import diff_words


def show(experiment: SteeringExperiment) -> float:
    """Show the translations at each alpha, and the takeaway; return the chosen alpha."""
    with st.spinner(_("Translating along the direction ...")):
        along = cached.translate_along_direction(experiment)
    turn = compute.find_turning_alpha(along.steered)
    alpha = choices.restore_alpha(experiment.alphas, cached.find_default_alpha(experiment))
    rows = {
        remarks.describe_direction(experiment): _strip_cells(along.steered),
        _("a random arrow of the same length"): _strip_cells(along.random),
    }
    show_steer_strip(
        rows,
        alpha,
        experiment.language,
        lambda value: controls.set_choice(choices.ALPHA, float(value)),
    )
    page_facts.publish_facts(steering_turns=turn is not None, alpha=alpha)
    say = session.glass().tokenizer.decode
    plain, now = say(along.at(0.0).tokens), say(along.at(alpha).tokens)
    first = say(along.at(turn).tokens) if turn is not None else ""
    chance = [(one.alpha, say(one.tokens)) for one in along.random]
    explain.show_sentence_fact(remarks.describe_takeaway(turn, (plain, first), chance))
    table = session.load_measurements(storage.STEERING) or {"directions": {}, "alphas": []}
    name = experiment.direction.name
    if others := remarks.describe_other_sentences(table, name, experiment.language):
        explain.defer_sentence_fact(others)
    _show_steering_buttons(experiment, alpha, is_applied=plain == now)
    return alpha


def _strip_cells(steered: Sequence[SteeredTranslation]) -> list[StripCell]:
    """Return the translations along alpha as cells: word diffs to the unsteered translation."""
    say = session.glass().tokenizer.decode
    plain = say(next(one for one in steered if one.alpha == 0).tokens)
    rows = []
    for one in steered:
        now = say(one.tokens)
        words = diff_words(plain, now)
        share = sum(new for __, new in words) / len(words)
        if now != plain and not share:  # words are only missing
            share = 1 / len(words)
        rows.append(StripCell(one.alpha, words, one.log_probability, min(1.0, share)))
    return rows


def _show_steering_buttons(experiment: SteeringExperiment, alpha: float, is_applied: bool) -> None:
    """Show buttons that steer every page, or stop steering."""
    steering = experiment.steering(alpha)
    in_use = controls.current_reading().changes != experiment.changes
    with st.container(horizontal=True, vertical_alignment="center", key="steer-offer"):
        if steering in controls.current_reading().changes:
            st.caption(_("Every page is now steered like this."))
        else:
            st.button(
                _("Steer every page like this"),
                key="use_steering",
                disabled=is_applied or alpha == 0,
                on_click=active_changes.set_changes,
                args=[merge_changes(experiment.changes, [steering])],
            )
        if in_use:
            st.button(
                _("Stop steering"),
                key="stop_steering",
                on_click=active_changes.set_changes,
                args=[experiment.changes],
            )
