"""Sentence pairs that differ in one thing: five sets of ours, and what else makes a direction."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from model.changes.direction import MEMORY, NAME, Direction, direction_taps
from model.config import MAX_PIECES
from model.faults import Fault
from model.tokenizer import EOS, UNK, Tokenizer, normalize
from model.transformer import Transformer

STEERING = Path(__file__).parents[2] / "assets" / "steering"
DIRECTIONS = ("polite", "question", "plural", "past", "negation")
PAIR_LANGUAGES = {"polite": "fr"}  # language of the pairs; English for all other directions
FEWEST_PAIRS, MOST_PAIRS = 2, 40


@dataclass(frozen=True)
class ContrastPair:
    """Two sentences of one language that differ in one thing.

    Args:
        minus: the sentence without it.
        plus: the sentence with it.
    """

    minus: str
    plus: str


@dataclass(frozen=True)
class HeldOutSentence:
    """A held-out sentence, which no direction was found from.

    Args:
        text: the sentence whose translation is steered.
        pair: sentences whose translations show what the steered translation should have.
    """

    text: str
    pair: ContrastPair


def read_pairs(direction: str) -> tuple[ContrastPair, ...]:
    """Read the sentence pairs from which one of the app's steering directions is computed.

    Args:
        direction: name of the steering direction, one of ``DIRECTIONS``, such as "polite".
    """
    return tuple(ContrastPair(minus, plus) for minus, plus in _read_rows("pairs.tsv", direction))


def read_held_out(direction: str) -> tuple[HeldOutSentence, ...]:
    """Read the sentences on which a steering direction is tested; none of them defines it.

    Args:
        direction: name of the steering direction, one of ``DIRECTIONS``, such as "polite".
    """
    rows = _read_rows("held_out.tsv", direction)
    return tuple(HeldOutSentence(text, ContrastPair(minus, plus)) for text, minus, plus in rows)


def _read_rows(name: str, direction: str) -> list[list[str]]:
    """Read the rows that a TSV file has for one steering direction, without its name."""
    lines = (STEERING / name).read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return [columns for first, *columns in rows if first == direction]


def find_direction(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Sequence[ContrastPair],
    tap: str = MEMORY,
    target_language: str = "",
    name: str = "",
) -> Direction:
    """Return the steering direction of sentence pairs at a tap.

    The direction points from the mean vector of the minus sentences to that of the plus sentences.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        pairs: 2 to 40 sentence pairs.
        tap: the tap at which the direction is computed and later added, one of
            ``model.changes.direction.direction_taps``.
        target_language: code of the target language, if the tap is in the decoder.
        name: name of the direction in the app.

    Raises:
        Fault: if the pairs define no direction, or the model has no such tap or language.
    """
    if tap not in direction_taps(model.config):
        raise Fault(
            "no direction can be found at {tap}, only at {known}",
            tap=tap, known=", ".join(direction_taps(model.config)),
        )  # fmt: skip
    check_pairs(pairs, tokenizer, target_language)
    if tap.startswith("decoder") and not target_language:
        raise Fault("the decoder needs to know which language to write, so name one")
    start = tokenizer.start(target_language) if tap.startswith("decoder") else 0
    minus = tuple(_source_ids(tokenizer, pair.minus, target_language) for pair in pairs)
    plus = tuple(_source_ids(tokenizer, pair.plus, target_language) for pair in pairs)
    return Direction(minus, plus, tap, start, name=name)


def direction_from_texts(
    model: Transformer,
    tokenizer: Tokenizer,
    plus_and_minus: tuple[Sequence[str], Sequence[str]],
    tap: str = MEMORY,
    target_language: str = "",
    name: str = "",
) -> Direction:
    """Return the steering direction of two lists of sentences (plus, minus), paired in order.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        plus_and_minus: the sentences with the property, such as politeness, and their counterparts
            without it; a str is a list of one.
        tap: the tap at which the direction is computed and later added.
        target_language: code of the target language, if the tap is in the decoder.
        name: name of the direction in the app: up to 20 lower-case letters.

    Raises:
        Fault: as ``find_direction``; or if the lists differ in length, or the name is not allowed.
    """
    plus, minus = ([side] if isinstance(side, str) else list(side) for side in plus_and_minus)
    if len(plus) != len(minus):
        raise Fault(
            "each sentence needs a partner, but there are {plus} on one side and {minus} on "
            "the other",
            plus=len(plus), minus=len(minus),
        )  # fmt: skip
    if not NAME.fullmatch(name):
        raise Fault(
            "a direction's name must be up to 20 lowercase letters, so “{name}” won't do",
            name=name,
        )
    pairs = [ContrastPair(*texts) for texts in zip(minus, plus, strict=True)]
    return find_direction(model, tokenizer, pairs, tap, target_language, name)


def check_pairs(
    pairs: Sequence[ContrastPair], tokenizer: Tokenizer, target_language: str = ""
) -> None:
    """Raise Fault, with a message for the visitor, unless these pairs can define a direction."""
    if not pairs:
        raise Fault("there is no pair yet: write two sentences that differ in one thing")
    if (count := len(pairs)) < FEWEST_PAIRS:
        raise Fault(
            "one pair is too few, because a direction is the mean of at least {fewest} pairs",
            fewest=FEWEST_PAIRS,
        )
    if count > MOST_PAIRS:
        raise Fault(
            "there are {count} pairs, but the limit is {most}", count=count, most=MOST_PAIRS
        )
    seen: dict[tuple[int, ...], int] = {}
    for number, pair in enumerate(pairs, 1):
        minus, plus = (
            _source_ids(tokenizer, text, target_language)[:-1] for text in (pair.minus, pair.plus)
        )
        _check_sentence(number, minus, "first")
        _check_sentence(number, plus, "second")
        if minus == plus:
            raise Fault("pair {number} has the same sentence twice", number=number)
        first = seen.setdefault((*minus, EOS, *plus), number)
        if first != number:
            raise Fault("pairs {first} and {number} are identical", first=first, number=number)


def _check_sentence(pair_number: int, ids: Sequence[int], side: str) -> None:
    """Raise Fault unless a pair's sentence is neither empty nor too long and has no UNK."""
    first = side == "first"
    if not ids:
        if first:
            raise Fault("pair {number} has no first sentence", number=pair_number)
        raise Fault("pair {number} has no second sentence", number=pair_number)
    if (count := len(ids)) > MAX_PIECES:
        raise Fault(
            "a sentence in pair {number} has {count} pieces, but the model reads at most "
            "{most}, so shorten it",
            number=pair_number, count=count, most=MAX_PIECES,
        )  # fmt: skip
    if UNK in ids:
        raise Fault(
            "a sentence in pair {number} contains a character that the vocabulary lacks",
            number=pair_number,
        )


def _source_ids(tokenizer: Tokenizer, text: str, target_language: str) -> tuple[int, ...]:
    """Return a sentence's source token ids with the end token, however long it is."""
    return (*tokenizer.encode(tokenizer.source_text(normalize(text), target_language)), EOS)
