"""Lessons and questions that people type: parsing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from model.changes.lesson import LessonPair
from model.tokenizer import normalize
from ui.messages import _, ngettext

MOST_QUESTIONS = 6
LONGEST_QUESTION = 300  # characters; the model reads 128 pieces


@dataclass(frozen=True)
class Question:
    """A sentence outside the lesson, and its expected translation.

    Args:
        text: source sentence.
        language: code of the target language.
        answer: expected translation; "" if none was given.
    """

    text: str
    language: str
    answer: str = ""

    def is_right(self, translation: str) -> bool:
        """Whether a translation equals the expected one; False if none was given.

        Upper and lower case and the punctuation at the end make no difference.

        Args:
            translation: the model's translation of the question.
        """
        return bool(self.answer) and _normalize_answer(translation) == _normalize_answer(
            self.answer
        )


def _normalize_answer(text: str) -> str:
    """Normalize a translation: no case, no end punctuation."""
    return normalize(text).strip(" .!?¡¿").casefold()


def parse_pairs(text: str, source: str, target: str) -> tuple[LessonPair, ...]:
    """Parse the sentence pairs of a lesson: on each line, a sentence and its translation.

    Args:
        text: the lines, such as "The cat = Le chat"; a tab may stand instead of "=".
        source: code of the language of the sentences.
        target: code of the language of the translations.

    Raises:
        ValueError: if a line has no "=" and no tab.
    """
    pairs = []
    for number, line in _numbered_lines(text):
        sentence, separator, translation = _split_line(line)
        if not separator:
            said = _(
                "Line {number} of the lesson has no “=” between the sentence and its translation."
            )
            raise ValueError(said.format(number=number))
        pairs.append(LessonPair(source, sentence, target, translation))
    return tuple(pairs)


def parse_questions(text: str, language: str, languages: Sequence[str]) -> tuple[Question, ...]:
    """Parse test questions: on each line, a sentence and perhaps its expected translation.

    Args:
        text: the lines, such as "The cat sleeps. = Le chat dort."; a line may begin with the code
            of the language to translate into, as in "de: The cat sleeps."
        language: code of the language to translate into where a line names none.
        languages: codes of the languages that the model writes.

    Raises:
        ValueError: if there are too many questions, or one has no sentence.
    """
    questions = []
    for number, line in _numbered_lines(text):
        named = re.match(rf"({'|'.join(map(re.escape, languages))})\s*:\s*(?=\S)", line)
        into, rest = (named[1], line[named.end() :]) if named else (language, line)
        sentence, __, answer = _split_line(rest)
        if not sentence:
            raise ValueError(_("Question {number} has no sentence.").format(number=number))
        questions.append(Question(sentence[:LONGEST_QUESTION], into, answer))
    if (count := len(questions)) > MOST_QUESTIONS:
        said = ngettext(
            "That's {count} question; at most {most} fit.",
            "That's {count} questions; at most {most} fit.",
            count,
        )
        raise ValueError(said.format(count=count, most=MOST_QUESTIONS))
    return tuple(questions)


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines, numbered from 1."""
    lines = enumerate(re.split(r"\r\n|[\r\n]", text), 1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def _split_line(line: str) -> tuple[str, str, str]:
    """Split a line at its first tab, else at its first equals sign; both halves normalized."""
    separator = "\t" if "\t" in line else "="
    sentence, found, translation = line.partition(separator)
    return normalize(sentence), found, normalize(translation)
