"""What people paste: lines with two sides. Whatever it is, it ends in examples and plain advice."""

import re
from dataclasses import dataclass

from model.small.tasks import Symbols
from model.tokenizer import normalize
from pages.training.train_it_yourself.compute.phrases import Phrase
from ui.messages import _, ngettext

LINES, WORDS, LETTERS = 60, 12, 24  # that are read: of a text, of a side, of a word

SentencePair = tuple[Symbols, Symbols]


@dataclass(frozen=True)
class Pasted:
    """Lines that can be used, and what is to be said of the others.

    Args:
        lines: both sides of each line, cut into words; in order, each once.
        remarks: a sentence for each line that is left out.
    """

    lines: tuple[SentencePair, ...]
    remarks: tuple[str, ...]


def pairs(text: str) -> Pasted:
    """Read sentence pairs, a line each: ``source = target``, or a tab between them."""
    kept: dict[SentencePair, None] = {}
    remarks = []
    lines = enumerate(re.split(r"\r\n|[\r\n]", text), 1)
    numbered = [(number, line) for number, line in lines if line.strip()]
    for number, line in numbered[:LINES]:
        sides = [tuple(normalize(side).split()) for side in _split_line(line)]
        if problem := _problem(number, sides):
            remarks.append(problem)
        else:
            kept.setdefault((sides[0], sides[1]))
    if len(numbered) > LINES:
        rest = len(numbered) - LINES
        said = ngettext(
            "It learns only the first {most} lines; {count} more is left out.",
            "It learns only the first {most} lines; {count} more are left out.",
            rest,
        )
        remarks.append(said.format(most=LINES, count=rest))
    return Pasted(tuple(kept), tuple(remarks))


def phrases(text: str) -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
    """Read phrases, a line each: ``first second = kind``; and say which lines are left out."""
    found = pairs(text)
    kept, remarks = [], list(found.remarks)
    for words, kind in found.lines:
        if len(words) == 2:
            kept.append((*words, " ".join(kind)))
        else:
            said = _("“{phrase}” is left out: a phrase has two words, this one has {count}.")
            remarks.append(said.format(phrase=" ".join(words), count=len(words)))
    return tuple(kept), tuple(remarks)


def _split_line(line: str) -> list[str]:
    """Cut a line at its first tab, else at its first equals sign."""
    return line.split("\t", 1) if "\t" in line else line.split("=", 1)


def _problem(number: int, sides: list[Symbols]) -> str | None:
    """Say why a line cannot be used, if so."""
    if len(sides) < 2:
        said = _(
            "Line {number} is left out: it has neither a tab nor an equals sign between its two "
            "sides."
        )
        return said.format(number=number)
    if not sides[0]:
        said = _("Line {number} is left out: there is nothing before the sign.")
        return said.format(number=number)
    if not sides[1]:
        said = _("Line {number} is left out: there is nothing after the sign.")
        return said.format(number=number)
    if longest := max((len(side) for side in sides if len(side) > WORDS), default=0):
        said = _(
            "Line {number} is left out: a side has {count} words, and at most {most} "
            "can be learned."
        )
        return said.format(number=number, count=longest, most=WORDS)
    if word := next((w for side in sides for w in side if len(w) > LETTERS), None):
        said = _(
            "Line {number} is left out: “{word}…” has {count} letters, and at most "
            "{most} are allowed."
        )
        return said.format(number=number, word=word[:LETTERS], count=len(word), most=LETTERS)
    return None
