"""The visitor's current tour and step, kept in the link and in the session."""

import html
from dataclasses import dataclass, replace

import streamlit as st

from ui.choices import link, student
from ui.frame.tour.check_result import CheckResult
from ui.frame.tour.lecture import (
    EXERCISE_KEYS,
    SAME_SENTENCE_PREFIX,
    SENTENCE_KEYS,
    TOUR_KEYS,
    find_unknown_steps,
    has_no_checks,
    parse_tour_steps,
)
from ui.frame.tour.plans import LESSONS, Lesson
from ui.frame.tour.record import Record, decode_record, encode_record
from ui.frame.tour.steps import ALL, TourStep
from ui.messages import N_, _
from ui.readings.language import EXAMPLES
from ui.words import in_quotes, truncate

NO_STOP = N_(
    "This tour's link names pages that don't exist: {pages}. The other stops are all here."
)
NO_STOPS = N_("This tour's link names pages that don't exist: {pages}.")
WORK = "tour"  # name of the tour's times in the link
HOME = "tour"  # the page with the questions and the report
REPORT, ASKED = "what_you_did", "what_you_did-six_questions"  # sections open at the end
EXERCISE = "questions"  # the page of a lesson's questions
BEFORE_YOU = N_("{found} It was like that when you came, so undo it first, then do it yourself.")
_REDIRECT = "tour leads to"
_UNDONE = "stops of the tour that were seen undone"
_OWN = "what the visitor had typed before the tour"
# Session keys kept on the way to a step; choices of other steps would mislead.
KEPT_KEYS = {
    *SENTENCE_KEYS,
    *TOUR_KEYS,
    *EXERCISE_KEYS,
    *link.PERSONAL_PARAMETERS,
    link.LANGUAGE,
    "edits",
    "sections",
}


@dataclass(frozen=True)
class Tour:
    """A tour under way.

    Args:
        steps: its steps.
        index: index of the current step; the number of steps at the end.
        record: what the visitor did.
    """

    steps: tuple[TourStep, ...]
    index: int
    record: Record

    @property
    def current_step(self) -> TourStep | None:
        """The step that the visitor is at; None at the end of the tour."""
        return self.steps[self.index] if self.index < len(self.steps) else None

    @property
    def asks_at_end(self) -> bool:
        """Whether the tour ends with the six questions of the page "tour".

        It does not if one of its steps is the page "questions", or if no step has a check.
        """
        exercise = any(stop.page == EXERCISE for stop in self.steps)
        return not exercise and not has_no_checks(self.steps)


def restore_tour() -> None:
    """Restore tour, step and record from the link, on arrival."""
    if link.is_arrival():
        _apply_lesson_code(st.query_params.get("lesson", ""), st.query_params.get("s", ""))
    link.restore_control("tour", str, "", lambda value: isinstance(value, str))
    link.restore_control("stop", _parse_number, 1, lambda value: isinstance(value, int))
    link.restore_control("did", str, "", lambda value: isinstance(value, str))
    if link.is_arrival():
        _go_to_first_step()


def _go_to_first_step() -> None:
    """Redirect a visitor who arrives by a tour's link to the tour's first step.

    The link of a tour under way names its step and record, and is left as it is.
    """
    st.session_state.pop(_REDIRECT, None)
    if current_tour() and "stop" not in st.query_params and "did" not in st.query_params:
        st.session_state.setdefault(f"{WORK}_began", student.browser_time())
        go_to_step(0)


def _apply_lesson_code(lesson: str, sentence: str) -> None:
    """Start the lesson of a short link, ``?lesson=3&s=2``, with an example sentence."""
    number, example = _parse_number(lesson) or 0, _parse_number(sentence) or 0
    if 1 <= number <= len(LESSONS):
        known = example <= len(EXAMPLES)
        link.preset_controls(lesson_link_parameters(LESSONS[number - 1], example if known else 0))


def lesson_link_parameters(lesson: Lesson, sentence: int) -> dict[str, str]:
    """Return the query parameters of a link that starts a lesson, by name.

    Args:
        lesson: the lesson.
        sentence: which sentence its pages show: from 1 on, the number of an example sentence; 0:
            the one that each step sets; -1: the one that is typed now.
    """
    choices = {
        "tour": (SAME_SENTENCE_PREFIX if sentence else "") + lesson.tour_parameter,
        **lesson.initial_choices,
    }
    if sentence > 0:
        code, text = EXAMPLES[sentence - 1]
        choices |= {"source": text, "to": "en" if code != "en" else "fr"}
    elif sentence:
        choices |= {key: st.session_state[key] for key in SENTENCE_KEYS}
    return choices


def show_unknown_steps() -> None:
    """Draw a remark if the tour's link names steps to which no page belongs."""
    asked = st.session_state["tour"]
    if unknown := find_unknown_steps(asked):
        names = ", ".join(in_quotes(truncate(name, 40)) for name in unknown[:6])
        if len(unknown) > 6:
            names = _("{list} and {count} more").format(list=names, count=len(unknown) - 6)
        said = _(NO_STOP if parse_tour_steps(asked) else NO_STOPS).format(pages=names)
        st.html(f'<div class="remark">{html.escape(said)}</div>')


def _parse_number(text: str) -> int | None:
    """Parse a number of one or two digits; None for any other text."""
    return int(text) if text.isdecimal() and len(text) < 3 else None


def current_tour() -> Tour | None:
    """Return the tour that the visitor is on; None if there is none."""
    stops = parse_tour_steps(st.session_state["tour"])
    if not stops:
        return None
    place = min(max(0, st.session_state["stop"] - 1), len(stops))
    return Tour(stops, place, current_record())


def current_record() -> Record:
    """Return the record of what the visitor did on the tour, stored in the session.

    For a visitor who has just opened a link with a record, it is the link's record.
    """
    return decode_record(st.session_state["did"])


def save_record(tour_record: Record) -> None:
    """Store the record in the session, with the time of this change."""
    st.session_state["did"] = encode_record(tour_record)
    student.record_working_time(WORK)


def write_tour_to_link(on_tour_page: bool) -> None:
    """Write the tour, the number of its step, and what the visitor did on it into the page's link.

    Outside a tour, what the visitor did is written only on the page "tour", which reports it.

    Args:
        on_tour_page: whether the page that is drawn is the page "tour".
    """
    on = current_tour()
    link.store_control("tour", st.session_state["tour"] if on else "", "")
    link.store_control("stop", on.index + 1 if on else 0, 0)
    kept = st.session_state["did"]
    link.store_control("did", kept if on or on_tour_page else "", "")
    st.session_state["did"] = kept


def begin_tour(steps: str = ALL) -> None:
    """Start a tour at its first step that is not done, or at its end if all of them are.

    Args:
        steps: names of the steps, as in the link parameter "tour": "all", or pages such as
            "masking,decoding"; see ``ui.frame.tour.lecture``.
    """
    names = [stop.page for stop in parse_tour_steps(steps)]
    if not st.session_state["tour"]:
        st.session_state[_OWN] = {key: st.session_state[key] for key in SENTENCE_KEYS}
    done = current_record()
    left = [place for place, name in enumerate(names) if not done.find_visit(name).result]
    st.session_state["tour"] = steps
    st.session_state.setdefault(f"{WORK}_began", student.browser_time())
    go_to_step(left[0] if left else len(names))


def reject_prior_success(page: str, check_result: CheckResult) -> CheckResult:
    """Return a step's check result; a task that was already done on arrival counts as not done.

    A page may open with settings that happen to fulfil the task; the result then tells the visitor
    to change them first. After any check in which the task was not done, results are unchanged.

    Args:
        page: name of the step's page.
        check_result: result of the step's check in this script run.
    """
    undone = st.session_state.setdefault(_UNDONE, set())
    if not check_result.done:
        undone.add(page)
    elif page not in undone and not check_result.only_visit:
        now = _(BEFORE_YOU).format(found=check_result.status)
        return replace(check_result, status=now, done=False)
    return check_result


def leave_tour() -> None:
    """End the tour. The sentence, the page and what was done on the tour stay."""
    st.session_state["tour"] = ""


def reset_tour() -> None:
    """Forget what the visitor did on the tour, the time it took, and the answers at its end.

    The controls of all pages get their defaults again, except for those in ``KEPT_KEYS``: the
    sentence, the tour and its step, and other settings stay.
    """
    save_record(Record())
    st.session_state.pop(_UNDONE, None)
    student.reset_working_time(WORK)
    link.reset_all_controls(kept_keys=KEPT_KEYS)
    for key in [key for key in st.session_state if str(key).startswith("tour_question_")]:
        del st.session_state[key]


def go_to_step(step_index: int) -> None:
    """Go to a step of the tour: the next script run redirects the browser to the step's page.

    Args:
        step_index: index of the step, from 0. The number of steps stands for the tour's end, which
            is the page "tour".
    """
    st.session_state["stop"] = step_index + 1
    stops = parse_tour_steps(st.session_state["tour"])
    st.session_state[_REDIRECT] = stops[step_index].page if step_index < len(stops) else HOME


def find_redirect_page() -> str:
    """Return the name of the page to which the browser is being redirected; "" for none."""
    return st.session_state.get(_REDIRECT, "")


def apply_step_choices(name: str) -> None:
    """Set a page's controls to the tour step's values, if the tour has just led here.

    On any other page nothing changes. Controls that the link of a visitor's arrival sets keep the
    link's values.

    Args:
        name: name of the page that is about to be drawn.
    """
    if name == find_redirect_page():
        del st.session_state[_REDIRECT]
        link.reset_all_controls(kept_keys=KEPT_KEYS)
        on = current_tour()
        begins = on.current_step.initial_choices if on and on.current_step else _end_choices(on)
        link.preset_controls(
            {
                k: v
                for k, v in begins.items()
                if not (link.is_arrival() and link.has_unread_parameter(k))
            }
        )


def _end_choices(tour: Tour | None) -> dict[str, object]:
    """Return the end page's choices: no model changes, and the sentence from before the tour."""
    shown = REPORT if tour and not tour.asks_at_end else ASKED
    return {"sections": shown, "edits": ""} | st.session_state.pop(_OWN, {})


def note_skip(tour: Tour) -> None:
    """Store in the visitor's session that the current step of the tour was skipped.

    At the end of a tour, where there is no current step, this does nothing.

    Args:
        tour: the tour under way.
    """
    if tour.current_step is None:
        return
    visit = tour.record.find_visit(tour.current_step.page)
    save_record(tour.record.with_visit(tour.current_step.page, replace(visit, skipped=True)))
