"""Other names, numbers and signs in a pair of sentences: copying is learned, and not a few names.

A quarter of some languages' examples are about the same Tom; a name that was never seen would
otherwise come out as one that was.
"""

import random
import re

# Long enough that few words are the same in two languages by chance; single digits are words, too.
SHARED = re.compile(r"\b(?:[A-ZÀ-Þ][a-zà-ÿ]{2,}|\d{2,})\b")
# Some letters are of other languages: bytes write them, and they are to be copied as well.
ONSETS = ("", "b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "j", "k", "kl", "l", "m", "n",
          "p", "qu", "r", "s", "sch", "st", "t", "th", "tr", "v", "w", "x", "y", "z", "ç", "ñ", "č",
          "ł", "š")  # fmt: skip
VOWELS = (*4 * ("a", "e", "i", "o", "u", "ai", "au", "ea", "ei", "ie", "oo", "ou", "á", "é"),
          *"àâäæèêëíîïóôöøœùúûüÿ")  # fmt: skip
ENDS = ("", "", "", "l", "n", "nd", "r", "rd", "s", "ck", "x", "ng", "tt", "ć")
# Scripts of names without any of these: first and last letter, and how many a name has.
SCRIPTS = (
    ("一", "龥", 2),
    ("あ", "ん", 3),
    ("가", "힣", 2),
    ("а", "я", 5),
    ("α", "ω", 5),
    ("ا", "ي", 4),
)
FOREIGN = 0.04  # share of names in another script
EMOJI = ("\U0001f600", "\U0001f64f"), ("\U0001f300", "\U0001f5ff"), ("☀", "⛄")
MARKED = 0.08  # share of pairs without a name or number that get an emoji or brackets
BRACKETS = ("({})", "[{}]", "{{{}}}", "«{}»", "– {}", "* {}", "> {}")
# A name or a number can stand with a sign, and both languages write it so.
MARKS = ("({})", "[{}]", "{{{}}}", "<{}>", "#{}", "@{}", "${}", "£{}", "§{}", "±{}", "~{}", "√{}",
         "{}%", "{}€", "{}°", "{}¥", "{0}/{0}", "{0}–{0}", "{0}+{0}", "{0} = {0}", "{0} × {0}",
         "{0} & {0}", "{0}*{0}", "{0}_{0}", "{0}^{0}", "{0}|{0}", "{0}\\{0}", "{0}@{0}", "`{}`",
         "{0} → {0}", "{0} — {0}", "{0} · {0}", "{0}; {0}", "∞{}")  # fmt: skip
WITH_MARK = 0.3  # share of made-up names and numbers that stand with a sign


def augment_pair(first_text: str, second_text: str, generator: random.Random) -> tuple[str, str]:
    """Return a sentence pair with a random change of something that translations copy.

    If both sentences have a name or a number in common, one is replaced, in both, by an invented
    one. If they have none, the pair mostly stays as it is; 8% of such pairs get an emoji at the end
    of both sentences, or the same brackets or list marker around both.

    Args:
        first_text: a sentence.
        second_text: its translation.
        generator: random generator.
    """
    shared = sorted(set(SHARED.findall(first_text)) & set(SHARED.findall(second_text)))
    if not shared:
        if generator.random() >= MARKED:
            return first_text, second_text
        mark = generator.choice((_append_emoji, _put_in_brackets))
        return mark(first_text, second_text, generator)
    old = generator.choice(shared)
    new = invent_number(old, generator) if old.isdigit() else invent_name(generator)
    if generator.random() < WITH_MARK:
        new = generator.choice(MARKS).format(new)
    pattern = re.compile(rf"\b{old}\b")
    return pattern.sub(lambda _: new, first_text), pattern.sub(lambda _: new, second_text)


def _append_emoji(first_text: str, second_text: str, generator: random.Random) -> tuple[str, str]:
    """Append the same random emoji to both sentences."""
    sign = _random_character(*generator.choice(EMOJI), generator)
    return f"{first_text} {sign}", f"{second_text} {sign}"


def _put_in_brackets(
    first_text: str, second_text: str, generator: random.Random
) -> tuple[str, str]:
    """Put both sentences into the same random brackets or after the same list marker."""
    around = generator.choice(BRACKETS)
    return around.format(first_text), around.format(second_text)


def invent_name(generator: random.Random) -> str:
    """Invent a name of one to three syllables, or in another script."""
    if generator.random() < FOREIGN:
        first, last, count = generator.choice(SCRIPTS)
        return "".join(_random_character(first, last, generator) for _ in range(count)).capitalize()
    syllables = [
        generator.choice(ONSETS) + generator.choice(VOWELS) + generator.choice(ENDS)
        for _ in range(generator.choice((1, 2, 2, 2, 3)))
    ]
    return "".join(syllables).capitalize()


def _random_character(first: str, last: str, generator: random.Random) -> str:
    """Draw a random character between two, both included."""
    return chr(generator.randint(ord(first), ord(last)))


def invent_number(number_text: str, generator: random.Random) -> str:
    """Return a random number with as many digits as another."""
    return str(generator.randint(10 ** (len(number_text) - 1), 10 ** len(number_text) - 1))
