"""Sentence pairs as people write them: parsing, and checks that they can be taught."""

from collections.abc import Sequence

from model.changes.lesson import LessonPair
from model.config import ModelConfig
from model.faults import Fault
from model.tokenizer import UNK, Tokenizer, normalize

MOST_PAIRS = 12
MOST_PIECES = 40  # of each side of a pair


def read_pairs(text: str) -> tuple[LessonPair, ...]:
    """Parse tab-separated pairs, one per line: language, sentence, language, translation.

    Raises:
        ValueError: if a line has other columns, naming the line.
    """
    pairs = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        columns = [normalize(column) for column in line.split("\t")]
        if len(columns) != 4:
            raise ValueError(
                f"line {number} has {len(columns)} columns, not 4: "
                "language, sentence, language and translation, with a tab between them"
            )
        pairs.append(LessonPair(*columns))
    return tuple(pairs)


def check_pairs(pairs: Sequence[LessonPair], tokenizer: Tokenizer, config: ModelConfig) -> None:
    """Raise Fault, with a message for the visitor, unless the model can learn these pairs."""
    if not pairs:
        raise Fault("there is nothing to teach: write at least one sentence and a translation")
    if (count := len(pairs)) > MOST_PAIRS:
        raise Fault(
            "there are {count} pairs, but a lesson takes at most {most}",
            count=count, most=MOST_PAIRS,
        )  # fmt: skip
    for number, pair in enumerate(pairs, 1):
        _check_language(number, pair.source_language, config.read_languages)
        _check_language(number, pair.target_language, config.languages)
        _check_sentence(number, tokenizer.encode(pair.source))
        _check_translation(number, tokenizer.encode_target(pair.target))


def _check_language(pair_number: int, language_code: str, known_languages: Sequence[str]) -> None:
    """Raise Fault unless the model has the language with this code."""
    if language_code not in known_languages:
        raise Fault(
            "pair {number}: the model has no language “{code}”, only {known}",
            number=pair_number, code=language_code, known=", ".join(known_languages),
        )  # fmt: skip


def _check_sentence(pair_number: int, ids: Sequence[int]) -> None:
    """Raise Fault unless a pair's sentence is neither empty nor too long and has no UNK."""
    if not ids:
        raise Fault("pair {number} has no sentence", number=pair_number)
    if (count := len(ids)) > MOST_PIECES:
        raise Fault(
            "the sentence in pair {number} has {count} pieces, but a lesson allows at most "
            "{most} per sentence, so shorten it",
            number=pair_number, count=count, most=MOST_PIECES,
        )  # fmt: skip
    if UNK in ids:
        raise Fault(
            "the sentence in pair {number} contains a character that the vocabulary "
            "lacks, so it can't be taught",
            number=pair_number,
        )


def _check_translation(pair_number: int, ids: Sequence[int]) -> None:
    """Raise Fault unless a pair's translation is neither empty nor too long and has no UNK."""
    if not ids:
        raise Fault("pair {number} has no translation", number=pair_number)
    if (count := len(ids)) > MOST_PIECES:
        raise Fault(
            "the translation in pair {number} has {count} pieces, but a lesson allows at most "
            "{most} per sentence, so shorten it",
            number=pair_number, count=count, most=MOST_PIECES,
        )  # fmt: skip
    if UNK in ids:
        raise Fault(
            "the translation in pair {number} contains a character that the vocabulary "
            "lacks, so it can't be taught",
            number=pair_number,
        )
