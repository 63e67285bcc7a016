"""The strip of the tour, with the next stop, its task and whether it's done."""

import streamlit as st

from ui.choices import page_facts
from ui.contents import page
from ui.frame import modes, sections
from ui.frame.tour import state
from ui.frame.tour.lecture import look_around
from ui.frame.tour.plans import ALONE
from ui.frame.tour.record import Record
from ui.frame.tour.state import HOME, Tour
from ui.frame.tour.stops import Stop
from ui.frame.tour.verdict import Verdict
from ui.messages import _, ngettext
from ui.views import view

_tour_strip = view(
    __file__, picture=False, says={"go": {"leave", "there", "back", "next"}, "guess": int}
)
COVERED = (".attention_steps", ".attention_matrices", ".katex-display")


def strip(name: str) -> None:
    """Check the current step against the page's facts, and draw the strip while a tour is on.

    Args:
        name: name of the page that was drawn.
    """
    on = state.tour()
    if on is None or (on.stop is None and name == HOME):
        return
    here = on.stop is not None and on.stop.page == name
    verdict = _verdict(on.stop, on.record) if on.stop and here else None
    if verdict and not on.record.at(name).found:
        verdict = state.count_deeds(name, verdict)
    if verdict:
        kept = on.record.with_verdict(name, verdict)
        if kept is not on.record:
            state.keep(kept)
            on = state.tour() or on
    data = _stop(on, on.stop, here, verdict) if on.stop else _end(on)
    leads = state.leads()
    data["leads"] = page(leads).address if leads else None
    data["presented"] = modes.now().presented
    with st.container(key="tour_strip"):
        _tour_strip(key="strip", data=data, on_go_change=_go, on_guess_change=_guess)


def _verdict(stop: Stop, record: Record) -> Verdict | None:
    """Return the check result of a step; None if the page failed before it reported facts."""
    facts = page_facts.facts()
    plain = stop.check is look_around
    st.session_state["tour context"] = ""
    if not facts and not plain:
        return None
    found = stop.check(facts, record.at(stop.page).before)
    st.session_state["tour context"] = found.context
    return found


def _end(on: Tour) -> dict[str, object]:
    """Return the strip's data after the last step."""
    asks = on.asks_at_end
    questions, look = _("Answer six questions and see what you did."), _("See what you did.")
    return {
        "place": on.place,
        "dots": _dots(on),
        "title": _("Six questions") if asks else _("The end"),
        "what": _("You've seen all the stops."),
        "task": questions if asks else look,
        "now": "",
        "done": False,
        "there": _("To the questions") if asks else _("To what you did"),
    }


def _stop(on: Tour, stop: Stop, here: bool, verdict: Verdict | None) -> dict[str, object]:
    """Return the strip's data for a step, on its own page or on another one."""
    visit = on.record.at(stop.page)
    plain = stop.check is look_around
    minutes = None if plain or visit.found else ALONE.get(stop.page)
    what = _(stop.learned if stop.learned and visit.found else stop.what)
    said = [what] if minutes is None else [what, _duration(minutes)]
    there = _("Go to {page}").format(page=page(stop.page).title)
    data = {
        "place": on.place,
        "dots": _dots(on),
        "title": _(stop.title),
        "what": " ".join(said),
        "task": _(stop.task),
        "done": bool(visit.found),
        "now": "" if plain else visit.found,
        "plain": plain,
        "there": "" if here else there,
        "next": _next(on),
    }
    if verdict and not visit.found:
        covered = (*stop.tells, *(COVERED if verdict.covered else ()))
        data |= {"now": verdict.now, "covered": list(covered)}
    if verdict and verdict.options:
        guess = visit.guess if visit.context == verdict.context else -1
        data |= {"options": list(verdict.options), "guess": guess}
        data["section"] = stop.opens if guess >= 0 else ""
    return data


def _duration(minutes: int) -> str:
    return ngettext("A minute.", "{count} minutes.", minutes).format(count=minutes)


def _next(on: Tour) -> str:
    """Return the label of the button that goes on."""
    following = on.place + 1
    if following < len(on.stops):
        return _("Next: {page}").format(page=page(on.stops[following].page).title)
    return _("Next: six questions") if on.asks_at_end else _("Next: what you did")


def _dots(on: Tour) -> list[str]:
    """Return the state of each step: "done", "skipped" or ""."""
    visits = [on.record.at(stop.page) for stop in on.stops]
    return ["done" if one.found else "skipped" if one.skipped else "" for one in visits]


def _go(where: str) -> None:
    """Handle a button of the strip: leave, there, back or next."""
    on = state.tour()
    if on is None:
        return
    match where:
        case "leave":
            state.leave()
        case "there":
            state.go(on.place)
        case "back":
            state.go(max(0, on.place - 1))
        case "next":
            if on.stop and not on.record.at(on.stop.page).found:
                state.skip(on)
            state.go(on.place + 1)


def _guess(guess: int) -> None:
    """Record a guess, with the context that the page showed; open the step's section."""
    on = state.tour()
    if on and on.stop:
        context = st.session_state["tour context"]
        state.keep(on.record.with_guess(on.stop.page, guess, context))
        if on.stop.opens:
            sections.open_(on.stop.opens)
