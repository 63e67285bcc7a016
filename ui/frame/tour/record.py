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
    """What a visitor did at one step of a tour.

    Args:
        result: the check's sentence when the step was done; "" until then.
        notes: what the step's check stored for its later runs.
        guess: index of the answer that the visitor guessed last, from 0; -1 if none.
        first_guess: index of the answer that the visitor guessed first; -1 if none.
        context: what was on the page when the visitor guessed last.
        skipped: whether the visitor skipped the step.
    """

    result: str = ""
    notes: tuple[str, ...] = ()
    guess: int = -1
    first_guess: int = -1
    context: str = ""
    skipped: bool = False

    @property
    def history(self) -> CheckHistory:
        """The notes, the last guess and its context, as the step's check takes them."""
        return CheckHistory(self.notes, self.guess, self.context)


@dataclass(frozen=True)
class Record:
    """What a visitor did on a tour.

    Args:
        visits: visits by the page name of the step.
        answers: answers to the questions at the end: index of the question -> index of the answer.
    """

    visits: Mapping[str, Visit] = field(default_factory=dict)
    answers: Mapping[int, int] = field(default_factory=dict)

    def find_visit(self, page: str) -> Visit:
        """Return the visit of the step on this page; an empty one if there was none."""
        return self.visits.get(page, Visit())

    def with_visit(self, page: str, visit: Visit) -> "Record":
        """Return a copy of the record with the visit of the step on this page replaced."""
        return replace(self, visits={**self.visits, page: visit})

    def with_check_result(self, page: str, check_result: CheckResult) -> "Record":
        """Return the record with a check result of the page's step added; a done step stays done.

        Args:
            page: name of the page.
            check_result: result of the step's check.
        """
        visit = self.find_visit(page)
        found = visit.result or (check_result.status[:MAX_TEXT_LENGTH] if check_result.done else "")
        now = replace(visit, result=found, notes=check_result.notes)
        return self if now == visit else self.with_visit(page, now)

    def with_guess(self, page: str, guess: int, context: str) -> "Record":
        """Return a copy of the record with a guess added at the step on a page.

        Args:
            page: name of the page.
            guess: index of the answer that the visitor chose, from 0.
            context: what the guess is about, such as the selected token.
        """
        visit = self.find_visit(page)
        first = guess if visit.first_guess < 0 else visit.first_guess
        return self.with_visit(
            page, replace(visit, guess=guess, first_guess=first, context=context)
        )

    def with_answer(self, question: int, answer: int) -> "Record":
        """Return a copy of the record with an answer to a question at the tour's end.

        If the question was answered already, the first answer stays.

        Args:
            question: index of the question, from 0.
            answer: index of the chosen answer, from 0.
        """
        return replace(self, answers={question: answer, **self.answers})


def encode_record(tour_record: Record) -> str:
    """Return a record encoded for a link; "" if empty."""
    visits = {
        name: [
            visit.result,
            visit.notes,
            visit.guess,
            visit.first_guess,
            visit.context,
            visit.skipped,
        ]
        for name, visit in tour_record.visits.items()
    }
    if not visits and not tour_record.answers:
        return ""
    return encode_for_url([visits, list(tour_record.answers.items())])


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
