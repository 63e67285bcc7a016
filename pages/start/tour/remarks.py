"""What the page says of a tour: how far it came, and how the questions were answered."""

import html
from collections.abc import Sequence

from pages.start.tour.questions import QUESTIONS, Question
from ui.frame.tour.record import Record
from ui.frame.tour.stops import Stop


def how_far(record: Record, stops: Sequence[Stop]) -> str:
    """Say how many stops are done and how many questions were answered, and how."""
    done = sum(bool(record.at(stop.page).found) for stop in stops)
    right = sum(is_right(record, number) for number in range(len(QUESTIONS)))
    asked = sum(number in record.answers for number in range(len(QUESTIONS)))
    stop = "stop" if len(stops) == 1 else "stops"
    text = f"**{done} of {len(stops)} {stop}** done"
    text = f"{text}; **{right} of {asked} answers** right." if asked else f"{text}."
    if done < len(stops):
        return text
    return f"{text} Well done! Now type a sentence of your own, and open any page."


def is_right(record: Record, number: int) -> bool:
    """Whether a question was answered, and right."""
    return record.answers.get(number) == QUESTIONS[number].right


def at_stop(record: Record, stop: Stop) -> tuple[str, str]:
    """Return a sign and a sentence on one stop."""
    visit = record.at(stop.page)
    if not visit.found:
        return "○", "Skipped." if visit.skipped else "Not done yet."
    revised = visit.first >= 0 and visit.first != visit.guess
    return "✓", visit.found + (" (The first guess was another one.)" if revised else "")


def list_answers(text: str, question: Question, answer: int) -> str:
    """Return an answered question as HTML: all answers, and which one was chosen."""
    signs = ("●" if number == answer else "○" for number in range(len(question.answers)))
    rows = zip(signs, question.answers, strict=True)
    lines = "".join(f"<li>{sign} {html.escape(one)}</li>" for sign, one in rows)
    return f'<div class="answered"><b>{html.escape(text)}</b><ul>{lines}</ul></div>'


def verdict(question: Question, answer: int) -> str:
    """Say whether an answer is right, and why."""
    if answer == question.right:
        return f"**Right.** {question.because}"
    return f"**No:** {question.answers[question.right]}. {question.because}"
