"""The strip of the tour, with the next stop, its task and whether it's done."""

import streamlit as st

from ui.choices import page_facts
from ui.contents import find_page
from ui.frame import modes, sections
from ui.frame.tour import state
from ui.frame.tour.check_result import CheckResult
from ui.frame.tour.lecture import check_visit
from ui.frame.tour.plans import MINUTES_ALONE
from ui.frame.tour.record import Record
from ui.frame.tour.state import HOME, Tour
from ui.frame.tour.steps import TourStep
from ui.messages import _, ngettext
from ui.views import register_view

_tour_strip = register_view(
    __file__, picture=False, says={"go": {"leave", "there", "back", "next"}, "guess": int}
)
COVERED = (".attention_steps", ".attention_matrices", ".katex-display")


def show_tour_strip(name: str) -> None:
    """Check the current tour step, record the result, and draw the tour's strip on the page.

    Args:
        name: name of the page that was drawn.
    """
    on = state.current_tour()
    if on is None or (on.current_step is None and name == HOME):
        return
    here = on.current_step is not None and on.current_step.page == name
    verdict = _check_step(on.current_step, on.record) if on.current_step and here else None
    if verdict and not on.record.find_visit(name).found:
        verdict = state.reject_prior_success(name, verdict)
    if verdict:
        kept = on.record.with_check_result(name, verdict)
        if kept is not on.record:
            state.save_record(kept)
            on = state.current_tour() or on
    data = _step_data(on, on.current_step, here, verdict) if on.current_step else _end_data(on)
    leads = state.find_redirect_page()
    data["leads"] = find_page(leads).address if leads else None
    data["presented"] = modes.current_mode().presented
    with st.container(key="tour_strip"):
        _tour_strip(
            key="strip", data=data, on_go_change=_handle_navigation, on_guess_change=_save_guess
        )


def _check_step(stop: TourStep, record: Record) -> CheckResult | None:
    """Return the step's check result; None if the page failed before it published facts."""
    facts = page_facts.facts_of_run()
    plain = stop.check is check_visit
    st.session_state["tour context"] = ""
    if not facts and not plain:
        return None
    found = stop.check(facts, record.find_visit(stop.page).history)
    st.session_state["tour context"] = found.context
    return found


def _end_data(on: Tour) -> dict[str, object]:
    """Return the tour strip's data for the end of the tour."""
    asks = on.asks_at_end
    questions, look = _("Answer six questions and see what you did."), _("See what you did.")
    return {
        "place": on.place,
        "dots": _list_step_states(on),
        "title": _("Six questions") if asks else _("The end"),
        "what": _("You've seen all the stops."),
        "task": questions if asks else look,
        "now": "",
        "done": False,
        "there": _("To the questions") if asks else _("To what you did"),
    }


def _step_data(
    on: Tour, stop: TourStep, here: bool, verdict: CheckResult | None
) -> dict[str, object]:
    """Return the tour strip's data for a step, on its own page or on another one."""
    visit = on.record.find_visit(stop.page)
    plain = stop.check is check_visit
    minutes = None if plain or visit.found else MINUTES_ALONE.get(stop.page)
    what = _(stop.learned if stop.learned and visit.found else stop.what)
    said = [what] if minutes is None else [what, _format_duration(minutes)]
    there = _("Go to {page}").format(page=find_page(stop.page).title)
    data = {
        "place": on.place,
        "dots": _list_step_states(on),
        "title": _(stop.title),
        "what": " ".join(said),
        "task": _(stop.task),
        "done": bool(visit.found),
        "now": "" if plain else visit.found,
        "plain": plain,
        "there": "" if here else there,
        "next": _next_label(on),
    }
    if verdict and not visit.found:
        covered = (*stop.tells, *(COVERED if verdict.covered else ()))
        data |= {"now": verdict.now, "covered": list(covered)}
    if verdict and verdict.options:
        guess = visit.guess if visit.context == verdict.context else -1
        data |= {"options": list(verdict.options), "guess": guess}
        data["section"] = stop.opens if guess >= 0 else ""
    return data


def _format_duration(minutes: int) -> str:
    """Return a number of minutes as a sentence, such as "5 minutes."."""
    return ngettext("A minute.", "{count} minutes.", minutes).format(count=minutes)


def _next_label(on: Tour) -> str:
    """Return the label of the button that leads to the next step, or to the end."""
    following = on.place + 1
    if following < len(on.stops):
        return _("Next: {page}").format(page=find_page(on.stops[following].page).title)
    return _("Next: six questions") if on.asks_at_end else _("Next: what you did")


def _list_step_states(on: Tour) -> list[str]:
    """Return each tour step's state: "done", "skipped" or "" (open)."""
    visits = [on.record.find_visit(stop.page) for stop in on.stops]
    return ["done" if one.found else "skipped" if one.skipped else "" for one in visits]


def _handle_navigation(where: str) -> None:
    """Handle a click in the tour strip: "leave", "there" (the step's page), "back" or "next"."""
    on = state.current_tour()
    if on is None:
        return
    match where:
        case "leave":
            state.leave_tour()
        case "there":
            state.go_to_step(on.place)
        case "back":
            state.go_to_step(max(0, on.place - 1))
        case "next":
            if on.current_step and not on.record.find_visit(on.current_step.page).found:
                state.note_skip(on)
            state.go_to_step(on.place + 1)


def _save_guess(guess: int) -> None:
    """Record the visitor's guess with the page's context; open the step's section."""
    on = state.current_tour()
    if on and on.current_step:
        context = st.session_state["tour context"]
        state.save_record(on.record.with_guess(on.current_step.page, guess, context))
        if on.current_step.opens:
            sections.open_section(on.current_step.opens)
