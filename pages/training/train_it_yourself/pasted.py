"""Pasted training data: two-sided lines, parsed with an explanation of every unusable one."""

import re
from dataclasses import dataclass

from model.small.tasks import Symbols
from model.tokenizer import normalize
from pages.training.train_it_yourself.compute.phrases import Phrase
from ui.messages import _, ngettext

LINES, WORDS, LETTERS = 60, 12, 24  # limits: lines of a text, words of a side, letters of a word

SentencePair = tuple[Symbols, Symbols]


@dataclass(frozen=True)
class ParsedLines:
    """Usable lines of a pasted text, and what is wrong with the others.

    Args:
        lines: both sides of each line, split into words; in order, without duplicates.
        remarks: for each rejected line, a sentence that says why.
    """

    lines: tuple[SentencePair, ...]
    remarks: tuple[str, ...]


def parse_sentence_pairs(text: str) -> ParsedLines:
    """Parse sentence pairs: on each line, a source and its target.

    Args:
        text: the lines, such as "a house = ein Haus"; a tab may stand instead of "=".

    Returns:
        The usable lines, split into words, and for each other line the reason why it is left out.
    """
    kept: dict[SentencePair, None] = {}
    remarks = []
    lines = enumerate(re.split(r"\r\n|[\r\n]", text), 1)
    numbered = [(number, line) for number, line in lines if line.strip()]
    for number, line in numbered[:LINES]:
        sides = [tuple(normalize(side).split()) for side in _split_line(line)]
        if problem := _describe_problem(number, sides):
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
    return ParsedLines(tuple(kept), tuple(remarks))


def parse_phrases(text: str) -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
    """Parse training phrases: on each line, two words and the kind of thing that they mean.

    Args:
        text: the lines, such as "iron horse = thing"; a tab may stand instead of "=".

    Returns:
        The phrases (first word, second word, kind), and for each unusable line the reason why it is
        left out.
    """
    found = parse_sentence_pairs(text)
    kept, remarks = [], list(found.remarks)
    for words, kind in found.lines:
        if len(words) == 2:
            kept.append((*words, " ".join(kind)))
        else:
            said = _("“{phrase}” is left out: a phrase has two words, but this one has {count}.")
            remarks.append(said.format(phrase=" ".join(words), count=len(words)))
    return tuple(kept), tuple(remarks)


def _split_line(line: str) -> list[str]:
    """Split a line at its first tab, else at its first equals sign."""
    return line.split("\t", 1) if "\t" in line else line.split("=", 1)


def _describe_problem(line_number: int, sides: list[Symbols]) -> str | None:
    """Explain why a pasted line cannot be used; None if it can."""
    if len(sides) < 2:
        said = _(
            "Line {number} is left out: it has neither a tab nor an equals sign between its two "
            "sides."
        )
        return said.format(number=line_number)
    if not sides[0]:
        said = _("Line {number} is left out: there is nothing before the sign.")
        return said.format(number=line_number)
    if not sides[1]:
        said = _("Line {number} is left out: there is nothing after the sign.")
        return said.format(number=line_number)
    if longest := max((len(side) for side in sides if len(side) > WORDS), default=0):
        said = _(
            "Line {number} is left out: one side has {count} words, and at most {most} can be "
            "learned."
        )
        return said.format(number=line_number, count=longest, most=WORDS)
    if word := next((w for side in sides for w in side if len(w) > LETTERS), None):
        said = _(
            "Line {number} is left out: “{word}…” has {count} letters, and at most "
            "{most} are allowed."
        )
        return said.format(number=line_number, word=word[:LETTERS], count=len(word), most=LETTERS)
    return None
