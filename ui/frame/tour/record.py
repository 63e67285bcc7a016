"""A visitor's record of the tour, and its encoding for links."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ui.frame.tour.check_result import CheckHistory, CheckResult
from ui.frame.tour.lecture import NAMES
from ui.url_codec import decode_from_url, encode_for_url

MAX_TEXT_LENGTH = 200  # characters of a result
MAX_NOTES = 4  # notes that a check may keep


@dataclass(frozen=True)
class Visit:
    """What happened at one step.

    Args:
        found: the result when it was done, a sentence; "" until then.
        noted: notes of its check.
        guess: index of the last guess, or -1.
        first: index of the first guess, or -1.
        context: what the last guess was about.
        skipped: whether the visitor skipped the step.
    """

    found: str = ""
    noted: tuple[str, ...] = ()
    guess: int = -1
    first: int = -1
    context: str = ""
    skipped: bool = False

    @property
    def history(self) -> CheckHistory:
        """What the step's check has to know of earlier script runs."""
        return CheckHistory(self.noted, self.guess, self.context)


@dataclass(frozen=True)
class Record:
    """What a visitor did on a tour.

    Args:
        visits: visits by the page name of the step.
        answers: answers to the questions at the end: number of the question -> index of the answer.
    """

    visits: Mapping[str, Visit] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)

    def find_visit(self, stop: str) -> Visit:
        """Return the visit of a step; an empty one if there was none."""
        return self.visits.get(stop, Visit())

    def with_visit(self, stop: str, visit: Visit) -> "Record":
        """Return a copy of the record with one step's visit replaced."""
        return replace(self, visits={**self.visits, stop: visit})

    def with_check_result(self, stop: str, verdict: CheckResult) -> "Record":
        """Return the record after a step's check; a step once done stays done."""
        visit = self.find_visit(stop)
        found = visit.found or (verdict.now[:MAX_TEXT_LENGTH] if verdict.done else "")
        now = replace(visit, found=found, noted=verdict.noted)
        return self if now == visit else self.with_visit(stop, now)

    def with_guess(self, stop: str, guess: int, context: str) -> "Record":
        """Return the record with a guess at a step, and the context that it was made in."""
        visit = self.find_visit(stop)
        first = guess if visit.first < 0 else visit.first
        return self.with_visit(stop, replace(visit, guess=guess, first=first, context=context))

    def with_answer(self, question: int, answer: int) -> "Record":
        """Return the record with an answer; only the first answer to a question counts."""
        return replace(self, answers={question: answer, **self.answers})


def encode_record(record: Record) -> str:
    """Return a record encoded for a link; "" if empty."""
    visits = {
        name: [visit.found, visit.noted, visit.guess, visit.first, visit.context, visit.skipped]
        for name, visit in record.visits.items()
    }
    if not visits and not record.answers:
        return ""
    return encode_for_url([visits, list(record.answers.items())])


def decode_record(text: str) -> Record:
    """Return the record that a link holds; an empty one if it is invalid."""
    try:
        visits, answers = decode_from_url(text)
        return Record(
            {name: _decode_visit(row) for name, row in visits.items() if name in NAMES},
            {int(question): int(answer) for question, answer in answers},
        )
    except (ValueError, OverflowError, TypeError, AttributeError, KeyError):
        return Record()


def _decode_visit(row: list) -> Visit:
    """Return a visit from its row in a link, with bounded texts."""
    found, noted, guess, first, context, skipped = row
    return Visit(
        str(found)[:MAX_TEXT_LENGTH],
        tuple(str(note)[:MAX_TEXT_LENGTH] for note in noted[:MAX_NOTES]),
        int(guess),
        int(first),
        str(context)[:MAX_TEXT_LENGTH],
        bool(skipped),
    )
