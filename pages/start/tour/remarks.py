"""Sentences about the progress of a tour and the answers to its questions."""

from collections.abc import Sequence

from pages.start.tour.questions import QUESTIONS
from ui.frame.tour.lecture import is_look_around
from ui.frame.tour.plans import ALONE
from ui.frame.tour.record import Record
from ui.frame.tour.stops import STOPS, Stop
from ui.messages import _, ngettext


def how_far(record: Record, stops: Sequence[Stop]) -> str:
    """Describe the progress of a tour: steps done, right answers, or the time that it takes.

    The time is unknown for the steps of a lecture, which are somebody's own.
    """
    done = sum(bool(record.at(stop.page).found) for stop in stops)
    right = sum(is_right(record, number) for number in range(len(QUESTIONS)))
    asked = sum(number in record.answers for number in range(len(QUESTIONS)))
    if asked:
        text = ngettext(
            "**{done} of {count} stop** done; **{right} of {asked} answers** right.",
            "**{done} of {count} stops** done; **{right} of {asked} answers** right.",
            len(stops),
        )
    elif is_look_around(stops):
        text = ngettext(
            "**{done} of {count} stop** seen.", "**{done} of {count} stops** seen.", len(stops)
        )
    else:
        text = ngettext(
            "**{done} of {count} stop** done.", "**{done} of {count} stops** done.", len(stops)
        )
    text = text.format(done=done, count=len(stops), right=right, asked=asked)
    if done == len(stops) and not is_look_around(stops):
        well = _("Well done! Now type a sentence of your own, and open any page.")
        return f"{text} {well}"
    if not all(stop in STOPS for stop in stops):
        return text
    minutes = sum(ALONE[stop.page] for stop in stops)
    long = ngettext(
        "The whole tour takes about **{count} minute**.",
        "The whole tour takes about **{count} minutes**.",
        minutes,
    ).format(count=minutes)
    return f"{text} {long}" if done or asked else long


def is_right(record: Record, number: int) -> bool:
    """Return whether a question was answered correctly."""
    return record.answers.get(number) == QUESTIONS[number].right


def at_stop(record: Record, stop: Stop) -> tuple[str, str, str]:
    """Return a step's sign, its task (once done: its lesson), and its result ("" until done).

    A step of a lecture has neither task nor result: it is seen or not.
    """
    visit = record.at(stop.page)
    if is_look_around([stop]):  # nothing was checked
        return ("•", _("Seen."), "") if visit.found else ("○", _("Not seen yet."), "")
    if not visit.found:
        skipped = _("Skipped.") if visit.skipped else ""
        return "○", f"{_(stop.task)} {skipped}".rstrip(), ""
    revised = visit.first >= 0 and visit.first != visit.guess
    first = _("(Your first guess was different.)") if revised else ""
    return "✓", _(stop.learned), f"{visit.found} {first}".rstrip()
