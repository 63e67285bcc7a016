"""The strip of translations along the direction, and the button that steers every page."""

from collections.abc import Sequence

import streamlit as st

from model.steering.along import Steered
from pages.lab.steer_it import cached, choices, compute, remarks
from pages.lab.steer_it.question import Question
from pages.lab.steer_it.views.steer_strip import Said, steer_strip
from ui.choices import changed, controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.changes import combine
from ui.words import diff_words


def show(question: Question) -> float:
    """Translate along the direction; show the strip and the takeaway; return the chosen alpha."""
    with st.spinner(_("Translating along the direction ...")):
        along = cached.along(question)
    turn = compute.turning_alpha(along.steered)
    alpha = choices.alpha(question.alphas, cached.usual_alpha(question))
    rows = {
        remarks.name_row(question): _strip_row(along.steered),
        _("a random direction of the same length"): _strip_row(along.random),
    }
    steer_strip(
        rows, alpha, question.language, lambda value: controls.choose(choices.ALPHA, float(value))
    )
    page_facts.tell(steering_turns=turn is not None, alpha=alpha)
    say = session.glass().tokenizer.decode
    plain, now = say(along.at(0.0).tokens), say(along.at(alpha).tokens)
    first = say(along.at(turn).tokens) if turn is not None else ""
    chance = compute.turning_alpha(along.random), compute.turning_alpha(along.random, sign=-1)
    explain.in_your_sentence(remarks.look_for(turn, (plain, first), chance))
    _offer(question, alpha, same=plain == now)
    return alpha


def _strip_row(steered: Sequence[Steered]) -> list[Said]:
    """Return the strip's cells: each translation as a diff to the unsteered one."""
    say = session.glass().tokenizer.decode
    plain = say(next(one for one in steered if one.alpha == 0).tokens)
    rows = []
    for one in steered:
        now = say(one.tokens)
        words = diff_words(plain, now)
        share = sum(new for __, new in words) / len(words)
        if now != plain and not share:  # words are only missing
            share = 1 / len(words)
        rows.append(Said(one.alpha, words, one.log_probability, min(1.0, share)))
    return rows


def _offer(question: Question, alpha: float, same: bool) -> None:
    """Show buttons that steer every page, or stop steering."""
    steering = question.steering(alpha)
    in_use = controls.reading().changes != question.changes
    with st.container(horizontal=True, vertical_alignment="center", key="steer-offer"):
        if steering in controls.reading().changes:
            st.caption(_("Every page is now steered like this."))
        else:
            st.button(
                _("Steer every page like this"),
                key="use_steering",
                disabled=same or alpha == 0,
                on_click=changed.change,
                args=[combine(question.changes, [steering])],
            )
        if in_use:
            st.button(
                _("Stop steering"),
                key="stop_steering",
                on_click=changed.change,
                args=[question.changes],
            )
