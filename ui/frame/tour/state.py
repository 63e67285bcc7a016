"""The visitor's current tour and step, kept in the link and in the session."""

import html
from dataclasses import dataclass, replace

import streamlit as st

from ui.choices import link, student
from ui.frame.tour.lecture import (
    EXERCISES,
    SAME,
    SENTENCE,
    TOURS,
    is_look_around,
    parse_stops,
    unknown_stops,
)
from ui.frame.tour.plans import LESSONS, Lesson
from ui.frame.tour.record import Record, read_record, write_record
from ui.frame.tour.stops import ALL, Stop
from ui.frame.tour.verdict import Verdict
from ui.messages import N_, _
from ui.readings.language import EXAMPLES
from ui.words import in_quotes, short

NO_STOP = N_(
    "The link of this tour names pages that don't exist: {pages}. The other stops are here."
)
NO_STOPS = N_("The link of this tour names pages that don't exist: {pages}.")
WORK = "tour"  # name of the tour's times in the link
HOME = "tour"  # the page with the questions and the report
REPORT, ASKED = "what_you_did", "what_you_did-six_questions"  # sections open at the end
EXERCISE = "questions"  # the page of a lesson's questions
BEFORE_YOU = N_("{found} It was like that when you came, so undo it first, then do it yourself.")
_GO = "tour leads to"
_UNDONE = "stops of the tour that were seen undone"
_OWN = "what the visitor had typed before the tour"
# Session keys kept on the way to a step; choices of other steps would mislead.
STAYS = {*SENTENCE, *TOURS, *EXERCISES, *link.OF_VISITOR, link.LANGUAGE, "edits", "sections"}


@dataclass(frozen=True)
class Tour:
    """A tour under way.

    Args:
        stops: its steps.
        place: index of the current step; the number of steps at the end.
        record: what the visitor did.
    """

    stops: tuple[Stop, ...]
    place: int
    record: Record

    @property
    def stop(self) -> Stop | None:
        """The current step; None at the end."""
        return self.stops[self.place] if self.place < len(self.stops) else None

    @property
    def asks_at_end(self) -> bool:
        """Whether it ends with the six questions: not after an exercise, nor after a lecture."""
        exercise = any(stop.page == EXERCISE for stop in self.stops)
        return not exercise and not is_look_around(self.stops)


def restore() -> None:
    """Read tour, step and record from the link, on arrival."""
    if link.is_arrival():
        _begin_lesson(st.query_params.get("lesson", ""), st.query_params.get("s", ""))
    link.restore("tour", str, "", lambda value: isinstance(value, str))
    link.restore("stop", _number, 1, lambda value: isinstance(value, int))
    link.restore("did", str, "", lambda value: isinstance(value, str))
    if link.is_arrival():
        _begin_at_first_stop()


def _begin_at_first_stop() -> None:
    """Redirect a visitor who arrives by a tour's link to its first step, from whatever page.

    The link of a tour under way names its step and record, and is left as it is.
    """
    st.session_state.pop(_GO, None)
    if tour() and "stop" not in st.query_params and "did" not in st.query_params:
        st.session_state.setdefault(f"{WORK}_began", student.now())
        go(0)


def _begin_lesson(lesson: str, sentence: str) -> None:
    """Start the lesson of a short code, ``?lesson=3&s=2``, with one of our examples."""
    number, example = _number(lesson) or 0, _number(sentence) or 0
    if 1 <= number <= len(LESSONS):
        known = example <= len(EXAMPLES)
        link.ask(lesson_choices(LESSONS[number - 1], example if known else 0))


def lesson_choices(lesson: Lesson, sentence: int) -> dict[str, str]:
    """Return the link choices that start a lesson.

    Args:
        lesson: the lesson.
        sentence: number of an example, from 1; 0 for the steps' own, -1 for that of the bar.
    """
    choices = {"tour": (SAME if sentence else "") + lesson.stops, **lesson.begins}
    if sentence > 0:
        code, text = EXAMPLES[sentence - 1]
        choices |= {"source": text, "to": "en" if code != "en" else "fr"}
    elif sentence:
        choices |= {key: st.session_state[key] for key in SENTENCE}
    return choices


def say_unknown() -> None:
    """Draw a remark on steps that the link names, though there are no such pages."""
    asked = st.session_state["tour"]
    if unknown := unknown_stops(asked):
        names = ", ".join(in_quotes(short(name, 40)) for name in unknown[:6])
        if len(unknown) > 6:
            names = _("{list} and {count} more").format(list=names, count=len(unknown) - 6)
        said = _(NO_STOP if parse_stops(asked) else NO_STOPS).format(pages=names)
        st.html(f'<div class="remark">{html.escape(said)}</div>')


def _number(text: str) -> int | None:
    """Return a number of one or two digits; None for any other text."""
    return int(text) if text.isdecimal() and len(text) < 3 else None


def tour() -> Tour | None:
    """Return the tour that the visitor is on; None if there is none."""
    stops = parse_stops(st.session_state["tour"])
    if not stops:
        return None
    place = min(max(0, st.session_state["stop"] - 1), len(stops))
    return Tour(stops, place, record())


def record() -> Record:
    """Return the record of the visitor, or of the link that was opened."""
    return read_record(st.session_state["did"])


def keep(record: Record) -> None:
    """Store the record in the session, with the time of this change."""
    st.session_state["did"] = write_record(record)
    student.note_time(WORK)


def show(home: bool) -> None:
    """Write tour, step and record to the link while a tour is on; at home the record always."""
    on = tour()
    link.show("tour", st.session_state["tour"] if on else "", "")
    link.show("stop", on.place + 1 if on else 0, 0)
    kept = st.session_state["did"]
    link.show("did", kept if on or home else "", "")
    st.session_state["did"] = kept


def begin(stops: str = ALL) -> None:
    """Start a tour, or resume it at its first step that is not done."""
    names = [stop.page for stop in parse_stops(stops)]
    if not st.session_state["tour"]:
        st.session_state[_OWN] = {key: st.session_state[key] for key in SENTENCE}
    done = record()
    left = [place for place, name in enumerate(names) if not done.at(name).found]
    st.session_state["tour"] = stops
    st.session_state.setdefault(f"{WORK}_began", student.now())
    go(left[0] if left else len(names))


def count_deeds(stop: str, verdict: Verdict) -> Verdict:
    """Return the check result, not done if the step was already done when the visitor came."""
    undone = st.session_state.setdefault(_UNDONE, set())
    if not verdict.done:
        undone.add(stop)
    elif stop not in undone and not verdict.seen:
        now = _(BEFORE_YOU).format(found=verdict.now)
        return replace(verdict, now=now, done=False)
    return verdict


def leave() -> None:
    """Leave the tour; sentence, page and record stay."""
    st.session_state["tour"] = ""


def forget() -> None:
    """Clear the record, and the choices made on the tour."""
    keep(Record())
    st.session_state.pop(_UNDONE, None)
    student.forget_times(WORK)
    link.forget_all(but=STAYS)
    for key in [key for key in st.session_state if str(key).startswith("tour_question_")]:
        del st.session_state[key]


def go(place: int) -> None:
    """Go to a step: redirect the browser to its page in the next run."""
    st.session_state["stop"] = place + 1
    stops = parse_stops(st.session_state["tour"])
    st.session_state[_GO] = stops[place].page if place < len(stops) else HOME


def leads() -> str:
    """Return the page that the browser is being redirected to; "" for none."""
    return st.session_state.get(_GO, "")


def arrive(name: str) -> None:
    """Apply the choices of the current step, if the tour redirected the browser to this page."""
    if name == leads():
        del st.session_state[_GO]
        link.forget_all(but=STAYS)
        on = tour()
        begins = on.stop.begins if on and on.stop else _end(on)
        link.ask({k: v for k, v in begins.items() if not (link.is_arrival() and link.asks(k))})


def _end(on: Tour | None) -> dict[str, object]:
    """Return the choices of the end page: unchanged model, the sentence from before the tour."""
    shown = REPORT if on and not on.asks_at_end else ASKED
    return {"sections": shown, "edits": ""} | st.session_state.pop(_OWN, {})


def skip(on: Tour) -> None:
    """Record that the visitor skips the current step."""
    if on.stop is None:
        return
    visit = on.record.at(on.stop.page)
    keep(on.record.with_visit(on.stop.page, replace(visit, skipped=True)))
