"""Sentence pairs as people write them, and what of them can be taught."""

from collections.abc import Sequence

from model.changes.lesson import Pair
from model.config import ModelConfig
from model.languages import language_name
from model.tokenizer import UNK, Tokenizer, normalize

MOST_PAIRS = 12
MOST_PIECES = 40  # of each side of a pair


def read_pairs(text: str) -> tuple[Pair, ...]:
    """Read pairs, a line each: language, sentence, language, translation, with tabs between.

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
        pairs.append(Pair(*columns))
    return tuple(pairs)


def check_pairs(pairs: Sequence[Pair], tokenizer: Tokenizer, config: ModelConfig) -> None:
    """Raise ValueError, in one sentence for people, unless the model can be taught these pairs."""
    if not pairs:
        raise ValueError("there is nothing to teach: write at least one sentence and a translation")
    if len(pairs) > MOST_PAIRS:
        raise ValueError(f"these are {len(pairs)} pairs, and a lesson holds {MOST_PAIRS} at most")
    for number, pair in enumerate(pairs, 1):
        _check_languages(number, pair, config)
        _check_side(number, pair.source, "sentence", tokenizer.encode(pair.source))
        _check_side(number, pair.target, "translation", tokenizer.encode_target(pair.target))


def _check_languages(number: int, pair: Pair, config: ModelConfig) -> None:
    sides = (pair.source_language, config.read_languages), (pair.target_language, config.languages)
    for code, known in sides:
        if code not in known:
            names = ", ".join(f"{own} ({language_name(own)})" for own in known)
            raise ValueError(f"pair {number}: the model has no language “{code}”, only {names}")


def _check_side(number: int, text: str, side: str, ids: Sequence[int]) -> None:
    if not ids:
        raise ValueError(f"pair {number} has no {side}")
    if len(ids) > MOST_PIECES:
        raise ValueError(
            f"the {side} of pair {number} has {len(ids)} pieces, and {MOST_PIECES} are the most "
            "that can be taught at once: shorten it"
        )
    if UNK in ids:
        raise ValueError(
            f"the {side} of pair {number} holds a character that the vocabulary lacks, "
            "so it cannot be taught"
        )
