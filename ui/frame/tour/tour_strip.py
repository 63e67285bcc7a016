"""The tour's strip, with the next stop, its task and whether it's done."""

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
    __file__, picture=False, schemas={"go": {"leave", "there", "back", "next"}, "guess": int}
)
COVERED = (".attention_steps", ".attention_matrices", ".katex-display")


def show_tour_strip(name: str) -> None:
    """Draw the strip of the tour on a page; on the page of the current step, check its task first.

    The strip shows the current step, its task and whether it is done. The result of the check is
    stored in what the visitor did on the tour. Outside a tour nothing is drawn.

    Args:
        name: name of the page that was drawn.
    """
    on = state.current_tour()
    if on is None or (on.current_step is None and name == HOME):
        return
    here = on.current_step is not None and on.current_step.page == name
    verdict = _check_step(on.current_step, on.record) if on.current_step and here else None
    if verdict and not on.record.find_visit(name).result:
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


def _check_step(step: TourStep, tour_record: Record) -> CheckResult | None:
    """Return the step's check result; None if the page failed before it published facts."""
    facts = page_facts.facts_of_run()
    plain = step.check is check_visit
    st.session_state["tour context"] = ""
    if not facts and not plain:
        return None
    found = step.check(facts, tour_record.find_visit(step.page).history)
    st.session_state["tour context"] = found.context
    return found


def _end_data(tour: Tour) -> dict[str, object]:
    """Return the tour strip's data for the end of the tour."""
    asks = tour.asks_at_end
    questions, look = _("Answer six questions and see what you did."), _("See what you did.")
    return {
        "place": tour.index,
        "dots": _list_step_states(tour),
        "title": _("Six questions") if asks else _("The end"),
        "what": _("You've seen all the stops."),
        "task": questions if asks else look,
        "now": "",
        "done": False,
        "there": _("To the questions") if asks else _("To what you did"),
    }


def _step_data(
    tour: Tour, step: TourStep, is_current_page: bool, check_result: CheckResult | None
) -> dict[str, object]:
    """Return the tour strip's data for a step, on its own page or on another one."""
    visit = tour.record.find_visit(step.page)
    plain = step.check is check_visit
    minutes = None if plain or visit.result else MINUTES_ALONE.get(step.page)
    what = _(step.takeaway if step.takeaway and visit.result else step.topic)
    said = [what] if minutes is None else [what, _format_duration(minutes)]
    there = _("Go to {page}").format(page=find_page(step.page).title)
    data = {
        "place": tour.index,
        "dots": _list_step_states(tour),
        "title": _(step.title),
        "what": " ".join(said),
        "task": _(step.task),
        "done": bool(visit.result),
        "now": "" if plain else visit.result,
        "plain": plain,
        "there": "" if is_current_page else there,
        "next": _next_label(tour),
    }
    if check_result and not visit.result:
        covered = (*step.spoilers, *(COVERED if check_result.hides_figure else ()))
        data |= {"now": check_result.status, "covered": list(covered)}
    if check_result and check_result.options:
        guess = visit.guess if visit.context == check_result.context else -1
        data |= {"options": list(check_result.options), "guess": guess}
        data["section"] = step.opened_section if guess >= 0 else ""
    return data


def _format_duration(minutes: int) -> str:
    """Return a number of minutes as a sentence, such as "5 minutes."."""
    return ngettext("A minute.", "{count} minutes.", minutes).format(count=minutes)


def _next_label(tour: Tour) -> str:
    """Return the label of the button that leads to the next step, or to the end."""
    following = tour.index + 1
    if following < len(tour.steps):
        return _("Next: {page}").format(page=find_page(tour.steps[following].page).title)
    return _("Next: six questions") if tour.asks_at_end else _("Next: what you did")


def _list_step_states(tour: Tour) -> list[str]:
    """Return each tour step's state: "done", "skipped" or "" (open)."""
    visits = [tour.record.find_visit(stop.page) for stop in tour.steps]
    return ["done" if one.result else "skipped" if one.skipped else "" for one in visits]


def _handle_navigation(direction: str) -> None:
    """Handle a click in the tour strip: "leave", "there" (the step's page), "back" or "next"."""
    on = state.current_tour()
    if on is None:
        return
    match direction:
        case "leave":
            state.leave_tour()
        case "there":
            state.go_to_step(on.index)
        case "back":
            state.go_to_step(max(0, on.index - 1))
        case "next":
            if on.current_step and not on.record.find_visit(on.current_step.page).result:
                state.note_skip(on)
            state.go_to_step(on.index + 1)


def _save_guess(guess: int) -> None:
    """Record the visitor's guess with the page's context; open the step's section."""
    on = state.current_tour()
    if on and on.current_step:
        context = st.session_state["tour context"]
        state.save_record(on.record.with_guess(on.current_step.page, guess, context))
        if on.current_step.opened_section:
            sections.open_section(on.current_step.opened_section)
