"""A teacher's own questions: typed as lines, stored in the link, asked with the built-in ones."""

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import partial
from random import Random

from pages.background.questions.asks.asking import Option, Question, QuestionKind
from ui.contents import PAGES
from ui.messages import _, ngettext
from ui.readings.reading import Reading
from ui.url_codec import decode_from_url, encode_for_url, fits_in_url

FIRST_NUMBER = 101  # number of the first one; the built-in questions have smaller numbers
MAX_QUESTIONS, MAX_ANSWERS, MAX_LINE_LENGTH = (
    20,
    5,
    300,
)  # most questions, answers per question, characters per line
LINE_PREFIXES = ("-", "*", ">")  # prefixes of an answer, the right answer, the page
PAGE = "questions"  # default page of a question


@dataclass(frozen=True)
class TeacherQuestion:
    """A multiple-choice question written by a teacher.

    Args:
        text: text of the question.
        answers: answers to choose from.
        right: index of the right one.
        page: name of the page that shows it.
    """

    text: str
    answers: tuple[str, ...]
    right: int
    page: str = PAGE


def parse_questions(typed_text: str) -> tuple[list[TeacherQuestion], list[str]]:
    """Return the questions that a teacher typed, and a sentence about each one with a mistake.

    Questions are separated by empty lines. The first line is the question; ``- `` begins an answer,
    ``* `` the right one, ``> `` the name of a page. Questions with a mistake, and those that do not
    fit into a link, are left out.
    """
    found, faults = [], []
    for block in filter(str.strip, re.split(r"\n\s*\n", typed_text)):
        text, *lines = [line.strip()[:MAX_LINE_LENGTH] for line in block.strip().splitlines()]
        signs = [(line[:1], line[1:].strip()) for line in lines]
        said = [(sign, rest) for sign, rest in signs if sign in ("-", "*")]
        answers = tuple(rest for __, rest in said)
        right = [place for place, (sign, __) in enumerate(said) if sign == "*"]
        page = next((rest for sign, rest in signs if sign == ">"), PAGE)
        odd = next((line for line in lines if line[:1] not in LINE_PREFIXES), "")
        if fault := _find_fault(text, odd, answers, right, page):
            faults.append(fault)
        else:
            found.append(TeacherQuestion(text, answers, right[0], page))
    kept = found[:MAX_QUESTIONS]
    while not fits_in_url(_list_rows(kept)):
        kept.pop()
    if len(kept) < len(found):
        longest = _(
            "A link can't hold all of this, so questions from number {number} on are left out."
        )
        faults.append(longest.format(number=FIRST_NUMBER + len(kept)))
    return kept, faults


def _find_fault(
    text: str,
    unknown_setting: str,
    answers: Sequence[str],
    right_indices: Sequence[int],
    page: str,
) -> str:
    """Describe what is wrong with a typed question; "" if it is valid."""
    name = text[:60]
    if unknown_setting:
        return _(
            "“{question}”: after the first line, each line has to begin with -, * or "
            ">, but one has “{line}”."
        ).format(question=name, line=unknown_setting[:40])
    if not 2 <= len(answers) <= MAX_ANSWERS:
        return ngettext(
            "“{question}” has {count} answer. It needs 2 to {most}.",
            "“{question}” has {count} answers. It needs 2 to {most}.",
            len(answers),
        ).format(question=name, count=len(answers), most=MAX_ANSWERS)
    if "" in answers or len(set(answers)) < len(answers):
        return _("“{question}” has an answer that is empty or appears twice.").format(question=name)
    if len(right_indices) != 1:
        return ngettext(
            "“{question}” has {count} right answer. Put a star in front of exactly one.",
            "“{question}” has {count} right answers. Put a star in front of exactly one.",
            len(right_indices),
        ).format(question=name, count=len(right_indices))
    if page not in {known.name for known in PAGES}:
        return _("“{question}”: there's no page “{page}”. A page's name is in its address.").format(
            question=name, page=page[:40]
        )
    return ""


def format_questions(questions: Sequence[TeacherQuestion]) -> str:
    """Return questions as lines, in the format in which a teacher types them."""
    blocks = []
    for one in questions:
        answers = [
            f"{'*' if place == one.right else '-'} {text}" for place, text in enumerate(one.answers)
        ]
        page = [f"> {one.page}"] if one.page != PAGE else []
        blocks.append("\n".join([one.text, *answers, *page]))
    return "\n\n".join(blocks)


def pack_questions(questions: Sequence[TeacherQuestion]) -> str:
    """Return a teacher's questions encoded as text for a link; "" if there are no questions."""
    return encode_for_url(_list_rows(questions)) if questions else ""


def _list_rows(questions: Sequence[TeacherQuestion]) -> list[tuple]:
    """Return questions as tuples of their fields, ready to be packed into a link."""
    return [astuple(one) for one in questions]


def unpack_questions(text: str) -> list[TeacherQuestion]:
    """Return the teacher's questions decoded from the text of a link; invalid ones are left out.
    It is the reverse of ``pack_questions``.
    """
    try:
        rows = decode_from_url(text) if text else []
        lines = [TeacherQuestion(str(ask), tuple(map(str, said)), int(right), str(page))
                 for ask, said, right, page in rows]  # fmt: skip
    except (ValueError, TypeError):
        return []
    return parse_questions(format_questions(lines))[0]


def make_question_kinds(questions: Sequence[TeacherQuestion]) -> list[QuestionKind]:
    """Return a kind of question for each of a teacher's questions; all apply to any sentence."""
    return [
        QuestionKind(f"own-{number}", one.page, partial(_build_question, one))
        for number, one in enumerate(questions, FIRST_NUMBER)
    ]


def _build_question(question: TeacherQuestion, _reading: Reading, _rng: Random) -> Question:
    """Return a teacher's question in the form of the built-in ones."""
    why = _("The answer is “{answer}”.").format(answer=question.answers[question.right])
    return Question(
        question.text,
        tuple(map(Option, question.answers)),
        frozenset([question.right]),
        why,
    )
