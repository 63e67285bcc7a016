"""Sentences with translations that are right, and with others that are wrong in known ways."""

import gzip
import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from model.data.own import COLUMNS

KINDS = ("shuffled", "same subject", "one word", "repeated")
LEAST = 4  # words a sentence must have
CONTENT = 5  # least letters of a word that is exchanged


@dataclass(frozen=True)
class ParallelSentence:
    """One sentence in several languages, with its topic."""

    topic: str
    texts: dict[str, str]


@dataclass(frozen=True)
class ContrastivePair:
    """A sentence, its translation into ``language``, and wrong translations by kind."""

    source: str
    language: str
    target: str
    wrong_translations: dict[str, str]


def read_parallel_sentences(path: Path, languages: Sequence[str]) -> list[ParallelSentence]:
    """Read a gzipped TSV of parallel sentences: a topic, then a sentence in each of ``COLUMNS``.

    Args:
        path: the file.
        languages: codes of the languages whose sentences are kept.

    Raises:
        ValueError: if the file is damaged, or a line has another number of columns.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} is damaged, or no gzip of UTF-8 text: {error}") from error
    for number, row in enumerate(rows, 1):
        if len(row) != len(COLUMNS) + 1:
            raise ValueError(f"{path}, line {number}: {len(row)} columns, not {len(COLUMNS) + 1}")
    known = [(place, code) for place, code in enumerate(COLUMNS, 1) if code in languages]
    return [ParallelSentence(row[0], {code: row[place] for place, code in known}) for row in rows]


def draw_contrastive_pairs(
    sentences: Sequence[ParallelSentence], pair_count: int, seed: int = 1
) -> list[ContrastivePair]:
    """Return random sentences, each with its right translation and up to four wrong ones.

    The wrong ones are, by kind: "shuffled", the translation of another sentence; "same subject",
    that of another sentence on the same topic; "one word", the right one with one word replaced;
    "repeated", the first half of the right one three times. A wrong translation that equals the
    right one is left out.

    Args:
        sentences: sentences in several languages.
        pair_count: number of pairs to draw; the translation directions take turns.
        seed: the same seed draws the same pairs.

    Raises:
        ValueError: if there are too few sentences, or fewer than two languages.
    """
    long = [
        line
        for line in sentences
        if all(len(text.split()) >= LEAST for text in line.texts.values())
    ]
    by_subject: dict[str, list[ParallelSentence]] = {}
    for line in long:
        by_subject.setdefault(line.topic, []).append(line)
    long = [line for line in long if len(by_subject[line.topic]) > 1]
    if len(long) < 3:
        raise ValueError(f"{len(long)} sentences of {LEAST} words or more are too few")
    chance = random.Random(seed)
    languages = list(long[0].texts)
    directions = [(a, b) for a in languages for b in languages if a != b]
    if not directions:
        raise ValueError(f"the model knows fewer than two of {', '.join(COLUMNS)}: no pairs")
    result = []
    for number in range(pair_count):
        line = chance.choice(long)
        source, target = directions[number % len(directions)]
        near = _nearest_in_length(line, by_subject[line.topic], target)
        others = [other for other in long if other is not line]
        right = line.texts[target]
        wrong = (
            chance.choice(others).texts[target],
            near.texts[target],
            swap_one_word(right, near.texts[target]),
            repeat_first_half(right),
        )
        kinds = dict(zip(KINDS, wrong, strict=True))
        kinds = {kind: text for kind, text in kinds.items() if text != right}
        result.append(ContrastivePair(line.texts[source], target, right, kinds))
    return result


def _nearest_in_length(
    sentence: ParallelSentence, others: Sequence[ParallelSentence], language: str
) -> ParallelSentence:
    """Return the other sentence of the same topic whose translation is closest in length."""
    length = len(sentence.texts[language])
    rest = [other for other in others if other is not sentence]
    return min(rest, key=lambda other: abs(len(other.texts[language]) - length))


def swap_one_word(text: str, other_text: str) -> str:
    """Return a text with its longest word replaced by the longest word of another text.
    The text is returned unchanged if one of the two words has fewer than 5 letters (``CONTENT``),
    or if they are the same word.
    """
    words = text.split()
    place = max(range(len(words)), key=lambda i: len(_keep_letters(words[i])))
    mine, new = _keep_letters(words[place]), max(map(_keep_letters, other_text.split()), key=len)
    if min(len(mine), len(new)) < CONTENT or mine.lower() == new.lower():
        return text
    new = new[0].upper() + new[1:] if mine[0].isupper() else new
    words[place] = words[place].replace(mine, new)
    return " ".join(words)


def _keep_letters(word: str) -> str:
    """Return the letters of a word, without punctuation and digits."""
    return "".join(letter for letter in word if letter.isalpha())


def repeat_first_half(text: str) -> str:
    """Return the first half of a text's words, three times over, with its final punctuation."""
    words = text.split()
    half = words[: max(1, len(words) // 2)]
    return " ".join([*half, *half, *half]) + ("" if text[-1].isalnum() else text[-1])
