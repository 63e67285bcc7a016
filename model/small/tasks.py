"""What the tiny encoder-decoder may learn: to copy, reverse, sort, write dates, or pasted pairs."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from model.tokenizer import EOS, UNK

LETTERS = "abcdefghij"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SPECIAL_TOKENS = ("<pad>", "<unk>", "</s>", "<go>")  # special tokens, with the large model's ids
START = EOS + 1
SHORTEST, LONGEST = 3, 10  # letters

Symbols = tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """A source and its target.

    Args:
        source: symbols that are read.
        target: symbols to be written.
        origin: for each target symbol, the index of the source symbol that it comes from; empty
            where that is not defined.
    """

    source: Symbols
    target: Symbols
    origin: tuple[int, ...] = ()


@dataclass(frozen=True)
class Task:
    """A sequence-to-sequence task for the tiny encoder-decoder.

    Args:
        symbols: the vocabulary, without the special tokens.
        draw: draws a random training example.
        held_out: held-out examples; for a fixed list of pairs, all of them.
    """

    symbols: Symbols
    draw: Callable[[random.Random], Example]
    held_out: tuple[Example, ...]

    def ids(self, symbols: Sequence[str]) -> list[int]:
        """Return the ids of the task's symbols; UNK for unknown ones."""
        number = {symbol: place for place, symbol in enumerate(self.symbols, len(SPECIAL_TOKENS))}
        return [number.get(symbol, UNK) for symbol in symbols]

    def names(self, ids: Sequence[int]) -> Symbols:
        """Return the task's symbols with these ids."""
        vocabulary = (*SPECIAL_TOKENS, *self.symbols)
        return tuple(vocabulary[i] for i in ids)


def copy_symbols(source: Symbols) -> Example:
    """Return an example whose target is its source."""
    return Example(source, source, tuple(range(len(source))))


def reverse_symbols(source: Symbols) -> Example:
    """Return an example whose target is its source, reversed."""
    return Example(source, source[::-1], tuple(range(len(source)))[::-1])


def sort_symbols(source: Symbols) -> Example:
    """Return an example whose target is its source in alphabetical order (stable sort)."""
    order = tuple(sorted(range(len(source)), key=source.__getitem__))
    return Example(source, tuple(source[i] for i in order), order)


def date_example(day: int, month: int, year: int) -> Example:
    """Return an example that rewrites "7 mar 1987" as "1987-03-07", digit by digit."""
    digits = [*str(day)]
    source = (*digits, MONTHS[month - 1], *str(year))
    at, months = len(digits), [len(digits)] * 2
    days = [0, 0] if len(digits) == 1 else [0, 1]  # the 0 of 07 comes from the 7 alone
    origin = (*range(at + 1, at + 5), *[at], *months, *[at], *days)
    return Example(source, (*f"{year}-{month:02}-{day:02}",), origin)


LETTER_TASKS = {"copy": copy_symbols, "reverse": reverse_symbols, "sort": sort_symbols}


def make_task(
    name: str,
    max_length: int,
    seed: int,
    held_out_count: int,
    pairs: tuple[tuple[Symbols, Symbols], ...] = (),
) -> Task:
    """Return the toy task "copy", "reverse", "sort", "dates" or "pairs", with held-out examples.

    Args:
        name: a key of ``LETTER_TASKS``, "dates" or "pairs".
        max_length: letters of the longest example.
        seed: seed by which held-out examples are drawn.
        held_out_count: number of held-out examples.
        pairs: pairs of sentences, split into words; for the task "pairs" only.
    """
    if name == "pairs":
        fixed = tuple(Example(*pair) for pair in pairs)
        words = tuple(dict.fromkeys(word for pair in pairs for side in pair for word in side))
        return Task(words, lambda generator: generator.choice(fixed), fixed)

    def draw_any(generator: random.Random) -> Example:
        """Draw a random example, which may be a held-out one."""
        if name == "dates":
            return date_example(
                generator.randint(1, 28), generator.randint(1, 12), generator.randint(1900, 2029)
            )
        length = generator.randint(SHORTEST, max_length)
        return LETTER_TASKS[name](tuple(generator.choices(LETTERS, k=length)))

    generator = random.Random(seed)
    held_out = tuple(dict.fromkeys(draw_any(generator) for _ in range(held_out_count)))

    def draw_another(generator: random.Random) -> Example:
        """Draw a random example that is not held out."""
        while (example := draw_any(generator)) in known:
            pass
        return example

    known = set(held_out)
    symbols = (*"0123456789-", *MONTHS) if name == "dates" else tuple(LETTERS)
    return Task(symbols, draw_another, held_out)
