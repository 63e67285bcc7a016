"""What the tiny encoder-decoder may learn: to copy, reverse, sort, write dates, or pasted pairs."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from model.tokenizer import EOS, UNK

LETTERS = "abcdefghij"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MARKS = ("<pad>", "<unk>", "</s>", "<go>")  # ids as in the large model: PAD, UNK, EOS, start
START = EOS + 1
SHORTEST, LONGEST = 3, 10  # letters

Symbols = tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """A source and its target.

    Args:
        source: symbols that are read.
        target: symbols to be written.
        origin: for each target symbol, the place in the source that it comes from; empty where
            nobody can say.
    """

    source: Symbols
    target: Symbols
    origin: tuple[int, ...] = ()


@dataclass(frozen=True)
class Task:
    """Something to learn.

    Args:
        symbols: the vocabulary, marks left out.
        draw: makes an example.
        tested: examples that are never learned from; or, of a fixed list, all of them.
    """

    symbols: Symbols
    draw: Callable[[random.Random], Example]
    tested: tuple[Example, ...]

    def ids(self, symbols: Sequence[str]) -> list[int]:
        """Return the numbers of some symbols; an unknown one has the number of <unk>."""
        number = {symbol: place for place, symbol in enumerate(self.symbols, len(MARKS))}
        return [number.get(symbol, UNK) for symbol in symbols]

    def names(self, ids: Sequence[int]) -> Symbols:
        """Return the symbols of some numbers."""
        vocabulary = (*MARKS, *self.symbols)
        return tuple(vocabulary[i] for i in ids)


def copy_symbols(source: Symbols) -> Example:
    """Write the same again."""
    return Example(source, source, tuple(range(len(source))))


def reverse_symbols(source: Symbols) -> Example:
    """Write it backwards."""
    return Example(source, source[::-1], tuple(range(len(source)))[::-1])


def sort_symbols(source: Symbols) -> Example:
    """Write it in the order of the alphabet; of equal letters, the first one first."""
    order = tuple(sorted(range(len(source)), key=source.__getitem__))
    return Example(source, tuple(source[i] for i in order), order)


def date(day: int, month: int, year: int) -> Example:
    """Write "7 mar 1987" as "1987-03-07", digit by digit."""
    digits = [*str(day)]
    source = (*digits, MONTHS[month - 1], *str(year))
    at, months = len(digits), [len(digits)] * 2
    days = [0, 0] if len(digits) == 1 else [0, 1]  # the 0 of 07 comes from the 7 alone
    origin = (*range(at + 1, at + 5), *[at], *months, *[at], *days)
    return Example(source, (*f"{year}-{month:02}-{day:02}",), origin)


LETTER_TASKS = {"copy": copy_symbols, "reverse": reverse_symbols, "sort": sort_symbols}


def make(
    name: str, longest: int, seed: int, tests: int, pairs: tuple[tuple[Symbols, Symbols], ...] = ()
) -> Task:
    """Return one of the tasks.

    Args:
        name: a key of ``LETTER_TASKS``, "dates" or "pairs".
        longest: letters of the longest example.
        seed: decides which examples are kept for the test.
        tests: how many are.
        pairs: of sentences, cut into words; for the task "pairs" alone.
    """
    if name == "pairs":
        fixed = tuple(Example(*pair) for pair in pairs)
        words = tuple(dict.fromkeys(word for pair in pairs for side in pair for word in side))
        return Task(words, lambda chance: chance.choice(fixed), fixed)

    def draw(chance: random.Random) -> Example:
        if name == "dates":
            return date(chance.randint(1, 28), chance.randint(1, 12), chance.randint(1900, 2029))
        length = chance.randint(SHORTEST, longest)
        return LETTER_TASKS[name](tuple(chance.choices(LETTERS, k=length)))

    chance = random.Random(seed)
    tested = tuple(dict.fromkeys(draw(chance) for _ in range(tests)))

    def draw_another(chance: random.Random) -> Example:
        while (example := draw(chance)) in kept:
            pass
        return example

    kept = set(tested)
    symbols = (*"0123456789-", *MONTHS) if name == "dates" else tuple(LETTERS)
    return Task(symbols, draw_another, tested)
