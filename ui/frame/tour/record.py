"""What a visitor did on the tour, as a text that a link can hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ui.frame.tour.lecture import NAMES
from ui.frame.tour.verdict import Before, Verdict
from ui.packed import pack, unpack

TEXT = 200  # characters of what was found at a stop
NOTES = 4  # that a check may keep


@dataclass(frozen=True)
class Visit:
    """What happened at one stop.

    Args:
        found: what was found when it was done; "" until then.
        noted: by its check.
        guess: place of the last answer, or -1.
        first: place of the first answer, or -1.
        context: what the last answer was about.
        skipped: whether the visitor went on without.
    """

    found: str = ""
    noted: tuple[str, ...] = ()
    guess: int = -1
    first: int = -1
    context: str = ""
    skipped: bool = False

    @property
    def before(self) -> Before:
        """What the check of the stop wants to know."""
        return Before(self.noted, self.guess, self.context)


@dataclass(frozen=True)
class Record:
    """What was done on a tour.

    Args:
        visits: by the name of the stop.
        answers: to the questions at the end: number of the question -> number of the answer.
    """

    visits: Mapping[str, Visit] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)

    def at(self, stop: str) -> Visit:
        """Return what happened at a stop."""
        return self.visits.get(stop, Visit())

    def with_visit(self, stop: str, visit: Visit) -> "Record":
        """Return the record with something else at a stop."""
        return replace(self, visits={**self.visits, stop: visit})

    def with_verdict(self, stop: str, verdict: Verdict) -> "Record":
        """Return the record after a check; what is done once stays done."""
        visit = self.at(stop)
        found = visit.found or (verdict.now[:TEXT] if verdict.done else "")
        now = replace(visit, found=found, noted=verdict.noted)
        return self if now == visit else self.with_visit(stop, now)

    def with_guess(self, stop: str, guess: int, context: str) -> "Record":
        """Return the record after a guess."""
        visit = self.at(stop)
        first = guess if visit.first < 0 else visit.first
        return self.with_visit(stop, replace(visit, guess=guess, first=first, context=context))

    def with_answer(self, question: int, answer: int) -> "Record":
        """Return the record after an answer; the first one counts."""
        return replace(self, answers={question: answer, **self.answers})


def write_record(record: Record) -> str:
    """Write a record for a link; nothing was done: ""."""
    visits = {
        name: [visit.found, visit.noted, visit.guess, visit.first, visit.context, visit.skipped]
        for name, visit in record.visits.items()
    }
    if not visits and not record.answers:
        return ""
    return pack([visits, list(record.answers.items())])


def read_record(text: str) -> Record:
    """Read a record from a link; where it makes no sense, nothing was done."""
    try:
        visits, answers = unpack(text)
        return Record(
            {name: _visit(row) for name, row in visits.items() if name in NAMES},
            {int(question): int(answer) for question, answer in answers},
        )
    except (ValueError, OverflowError, TypeError, AttributeError, KeyError):
        return Record()


def _visit(row: list) -> Visit:
    found, noted, guess, first, context, skipped = row
    return Visit(
        str(found)[:TEXT],
        tuple(str(note)[:TEXT] for note in noted[:NOTES]),
        int(guess),
        int(first),
        str(context)[:TEXT],
        bool(skipped),
    )
