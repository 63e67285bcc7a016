"""Formatting of texts and numbers for people, in the visitor's language."""

import difflib
import html
import math
import re
from collections.abc import Iterable, Sequence
from functools import cache

from model.languages import language_name as model_name
from ui import locales
from ui.messages import N_, _, language

SMALL, LARGE = 0.01, 10_000  # outside these, in scientific notation
NAMES = (N_("English"), N_("French"), N_("German"), N_("Spanish"))  # those of model/languages.py
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(text: str) -> str:
    """Return a text with all its Markdown escaped."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def html_table(kind: str, heads: Iterable[str], rows: Iterable[str], scope: str = "") -> str:
    """Return an HTML table: headings that are escaped here, and rows that are HTML already.

    Args:
        kind: CSS class of the table.
        heads: text above each column.
        rows: HTML of each ``tr``.
        scope: the headings' ``scope`` attribute; none if "".
    """
    cell = f'<th scope="{scope}">' if scope else "<th>"
    head = "".join(f"{cell}{html.escape(name)}</th>" for name in heads)
    body = "".join(rows)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def diff_words(before: str, now: str) -> list[tuple[str, bool]]:
    """Return the words of ``now``, each with whether it differs from ``before``."""
    old, new = before.split(), now.split()
    words: list[tuple[str, bool]] = []
    for how, __, __, start, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        words += [(word, how != "equal") for word in new[start:end]]
    return words or [(_("(nothing)"), bool(old))]


def times(change: float) -> str:
    """Describe a change of ln p by its probability ratio: "2.3 times more likely"."""
    if abs(change) < math.log(1.005):
        return _("as likely as before")
    factor = math.exp(min(abs(change), 50))
    if factor >= 1e6:
        less, more = _("over a million times less likely"), _("over a million times more likely")
        return less if change < 0 else more
    less, more = _("{factor} times less likely"), _("{factor} times more likely")
    return (less if change < 0 else more).format(factor=brief_factor(factor))


def brief_factor(factor: float) -> str:
    """Format a factor of at least 1: two decimals below 2, one below 10, else none."""
    return decimal(factor, 2 if factor < 2 else 1) if factor < 10 else whole(round(factor))


def with_sign(value: float, places: int = 2, plus: bool = False) -> str:
    """Format a number with fixed decimals and a true minus sign; zero has no sign.

    Args:
        value: the number.
        places: number of decimals.
        plus: whether positive numbers have a plus sign.
    """
    rounded = round(value, places) + 0.0  # no negative zero
    shown = f"{rounded:{'+' if plus and rounded else ''}.{places}f}".replace("-", "−")
    return in_language(shown)


def decimal(value: float, places: int) -> str:
    """Format a number with fixed decimals, in the visitor's language."""
    return in_language(f"{value:.{places}f}")


def brief(value: float, places: int = 2) -> str:
    """Format a number as remarks do: English omits the leading zero, as in .68."""
    shown = decimal(abs(value), places)
    shown = shown.removeprefix("0") if language() == locales.ENGLISH else shown
    return f"{'−' if value < 0 else ''}{shown}"


def shortest_decimal(value: float) -> str:
    """Format a number with the fewest decimals that represent it."""
    return in_language(f"{value:g}")


def whole(count: int) -> str:
    """Format an integer with localized thousands separators."""
    return in_language(f"{count:,}")


def in_language(number: str) -> str:
    """Return an English number with the visitor's decimal and thousands separators."""
    spoken = language()
    return number if spoken == locales.ENGLISH else number.translate(_signs(spoken))


@cache
def _signs(spoken: str) -> dict[int, str]:
    """Return a language's translation table for the English point and comma in numbers."""
    signs = locales.number_signs(spoken)
    return str.maketrans({".": signs["decimal"], ",": signs["group"]})


def in_quotes(text: str) -> str:
    """Return a text in localized quotation marks."""
    return _("“{text}”").format(text=text)


def ends_itself(text: str) -> bool:
    """Whether a text ends with punctuation, so that no full stop follows its quotation."""
    return text.endswith((".", "!", "?", "…"))


def list_names(names: Sequence[str]) -> str:
    """Join names as in a sentence: "a, b and c"."""
    *most, last = names
    return _("{list} and {last}").format(list=", ".join(most), last=last) if most else last


def language_name(code: str) -> str:
    """Return the name of one of the model's languages, in the visitor's language."""
    return _(model_name(code))


def percent(share: float, places: int = 0, plus: bool = False) -> str:
    """Format a share, from 0 to 1, as a percentage."""
    space = "" if language() == locales.ENGLISH else "\u00a0"
    return f"{with_sign(100 * float(share), places, plus)}{space}%"


def probability(p: float) -> str:
    """Format a probability with three decimals, or as "under 0.001": never as zero."""
    if p >= 0.0005:
        return decimal(p, 3)
    return _("under {probability}").format(probability=decimal(0.001, 3))


def short(text: str, most: int = 60) -> str:
    """Return a text, cut off with an ellipsis if it is too long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def size(value: float) -> str:
    """Format a non-negative number, in scientific notation if very small or large."""
    if value == 0 or SMALL <= value < LARGE:
        return decimal(value, 2) if value else "0"
    return power_of_ten(value)


def power_of_ten(value: float, places: int = 0) -> str:
    """Format a positive number in scientific notation, such as 3 · 10⁻⁵."""
    digits, power = f"{value:.{places}e}".split("e")
    return f"{in_language(digits)} · 10{str(int(power)).translate(SUPERSCRIPTS)}"
