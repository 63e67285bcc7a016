"""A teacher's own questions: typed as lines, stored in the link, asked with the built-in ones."""

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import partial
from random import Random

from pages.background.questions.asks.asking import Ask, Option, Question
from ui.contents import PAGES
from ui.messages import _, ngettext
from ui.packed import fits, pack, unpack
from ui.readings.reading import Reading

FIRST = 101  # number of the first one; the built-in questions have smaller numbers
MOST, ANSWERS, TEXT = 20, 5, 300  # most questions, answers per question, characters per line
SIGNS = ("-", "*", ">")  # prefixes of an answer, the right answer, the page
PAGE = "questions"  # default page of a question


@dataclass(frozen=True)
class OwnQuestion:
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


def read_lines(typed: str) -> tuple[list[OwnQuestion], list[str]]:
    """Return the questions parsed from typed lines, and the faults of the others.

    Questions are separated by empty lines. The first line is the question; ``- `` begins an answer,
    ``* `` the right one, ``> `` the name of a page.
    """
    found, faults = [], []
    for block in filter(str.strip, re.split(r"\n\s*\n", typed)):
        text, *lines = [line.strip()[:TEXT] for line in block.strip().splitlines()]
        signs = [(line[:1], line[1:].strip()) for line in lines]
        said = [(sign, rest) for sign, rest in signs if sign in ("-", "*")]
        answers = tuple(rest for __, rest in said)
        right = [place for place, (sign, __) in enumerate(said) if sign == "*"]
        page = next((rest for sign, rest in signs if sign == ">"), PAGE)
        odd = next((line for line in lines if line[:1] not in SIGNS), "")
        if fault := _fault(text, odd, answers, right, page):
            faults.append(fault)
        else:
            found.append(OwnQuestion(text, answers, right[0], page))
    kept = found[:MOST]
    while not fits(_rows(kept)):
        kept.pop()
    if len(kept) < len(found):
        longest = _(
            "A link can't hold all of this, so questions from number {number} on are left out."
        )
        faults.append(longest.format(number=FIRST + len(kept)))
    return kept, faults


def _fault(
    text: str,
    odd: str,
    answers: Sequence[str],
    right: Sequence[int],
    page: str,
) -> str:
    """Return what is wrong with a typed question; "" if it is valid."""
    name = text[:60]
    if odd:
        return _(
            "“{question}”: after the first line, each line has to begin with -, * or "
            ">, but one has “{line}”."
        ).format(question=name, line=odd[:40])
    if not 2 <= len(answers) <= ANSWERS:
        return ngettext(
            "“{question}” has {count} answer. It needs 2 to {most}.",
            "“{question}” has {count} answers. It needs 2 to {most}.",
            len(answers),
        ).format(question=name, count=len(answers), most=ANSWERS)
    if "" in answers or len(set(answers)) < len(answers):
        return _("“{question}” has an answer that is empty or appears twice.").format(question=name)
    if len(right) != 1:
        return ngettext(
            "“{question}” has {count} right answer. Put a star in front of exactly one.",
            "“{question}” has {count} right answers. Put a star in front of exactly one.",
            len(right),
        ).format(question=name, count=len(right))
    if page not in {known.name for known in PAGES}:
        return _("“{question}”: there's no page “{page}”. A page's name is in its address.").format(
            question=name, page=page[:40]
        )
    return ""


def write_lines(questions: Sequence[OwnQuestion]) -> str:
    """Return questions as lines, in the format in which a teacher types them."""
    blocks = []
    for one in questions:
        answers = [
            f"{'*' if place == one.right else '-'} {text}" for place, text in enumerate(one.answers)
        ]
        page = [f"> {one.page}"] if one.page != PAGE else []
        blocks.append("\n".join([one.text, *answers, *page]))
    return "\n\n".join(blocks)


def pack_questions(questions: Sequence[OwnQuestion]) -> str:
    """Return questions encoded for a link; "" for none."""
    return pack(_rows(questions)) if questions else ""


def _rows(questions: Sequence[OwnQuestion]) -> list[tuple]:
    """Return questions as tuples, to be packed."""
    return [astuple(one) for one in questions]


def unpack_questions(text: str) -> list[OwnQuestion]:
    """Return the valid questions decoded from a link."""
    try:
        rows = unpack(text) if text else []
        lines = [OwnQuestion(str(ask), tuple(map(str, said)), int(right), str(page))
                 for ask, said, right, page in rows]  # fmt: skip
    except (ValueError, TypeError):
        return []
    return read_lines(write_lines(lines))[0]


def make_asks(questions: Sequence[OwnQuestion]) -> list[Ask]:
    """Return a teacher's questions as kinds of questions, the same for any sentence."""
    return [
        Ask(f"own-{number}", one.page, partial(_question, one))
        for number, one in enumerate(questions, FIRST)
    ]


def _question(one: OwnQuestion, _reading: Reading, _chance: Random) -> Question:
    """Return a teacher's question as a question of the page."""
    why = _("The answer is “{answer}”.").format(answer=one.answers[one.right])
    return Question(one.text, tuple(map(Option, one.answers)), frozenset([one.right]), why)
