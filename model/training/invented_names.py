"""Other names and numbers in a pair of sentences, so that copying is learned and not a few names.

A quarter of some languages' examples are about the same Tom; a name that was never seen would
otherwise come out as one that was.
"""

import random
import re

# Long enough that few words are the same in two languages by chance; single digits are words, too.
SHARED = re.compile(r"\b(?:[A-ZÀ-Þ][a-zà-ÿ]{2,}|\d{2,})\b")
# With a capital letter, as names have, each of them is made of characters that the model knows.
ONSETS = ("b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p",
          "qu", "r", "s", "sch", "st", "t", "th", "tr", "v", "w", "y", "z")  # fmt: skip
VOWELS = (
    "a",
    "e",
    "i",
    "o",
    "u",
    "ai",
    "au",
    "ea",
    "ei",
    "ie",
    "oo",
    "ou",
    "á",
    "é",
    "í",
    "ó",
    "ö",
)
ENDS = ("", "", "", "l", "n", "nd", "r", "rd", "s", "ck", "x", "ng", "tt")


def renamed(first: str, second: str, chance: random.Random) -> tuple[str, str]:
    """Put another name or number into both sentences where both have the same one.

    Args:
        first: a sentence.
        second: its translation.
        chance: decides which of the names, and what it becomes.

    Returns:
        Both sentences, unchanged if they share no name and no number.
    """
    shared = sorted(set(SHARED.findall(first)) & set(SHARED.findall(second)))
    if not shared:
        return first, second
    old = chance.choice(shared)
    new = number(old, chance) if old.isdigit() else name(chance)
    pattern = re.compile(rf"\b{old}\b")
    return pattern.sub(new, first), pattern.sub(new, second)


def name(chance: random.Random) -> str:
    """Make up a name of one to three syllables."""
    syllables = [
        chance.choice(ONSETS) + chance.choice(VOWELS) + chance.choice(ENDS)
        for _ in range(chance.choice((1, 2, 2, 2, 3)))
    ]
    return "".join(syllables).capitalize()


def number(old: str, chance: random.Random) -> str:
    """Make up a number with as many digits."""
    return str(chance.randint(10 ** (len(old) - 1), 10 ** len(old) - 1))
