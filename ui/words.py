"""Formatting of texts and numbers for people, in the visitor's language."""

import difflib
import html
import math
import re
from collections.abc import Iterable, Sequence

from model.languages import language_name as model_name
from ui import locales
from ui.messages import N_, _, language, localize_separators, write_number

SMALL, LARGE = 0.01, 10_000  # outside these, in scientific notation
NAMES = (N_("English"), N_("French"), N_("German"), N_("Spanish"))  # those of model/languages.py
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def escape_markdown(text: str) -> str:
    """Return a text with all its Markdown characters escaped."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def html_table(
    css_class: str, headings: Iterable[str], rows: Iterable[str], scope: str = ""
) -> str:
    """Return an HTML table.

    Args:
        css_class: CSS class of the table.
        headings: plain text above each column; it is escaped here.
        rows: HTML of each ``<tr>`` element.
        scope: the headings' ``scope`` attribute; none if "".
    """
    cell = f'<th scope="{scope}">' if scope else "<th>"
    head = "".join(f"{cell}{html.escape(name)}</th>" for name in headings)
    body = "".join(rows)
    return f'<table class="{css_class}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def diff_words(text_before: str, text_after: str) -> list[tuple[str, bool]]:
    """Return the words of the second text, each with whether it differs from the first text.

    Args:
        text_before: the first text.
        text_after: the second text; if it is empty, its only word is "(nothing)".
    """
    old, new = text_before.split(), text_after.split()
    words: list[tuple[str, bool]] = []
    for how, __, __, start, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        words += [(word, how != "equal") for word in new[start:end]]
    return words or [(_("(nothing)"), bool(old))]


def describe_probability_ratio(change: float) -> str:
    """Describe a difference in ln p by the ratio of the probabilities: "2.3 times more likely".

    Args:
        change: ln p after, minus ln p before; negative: "2.3 times less likely".
    """
    if abs(change) < math.log(1.005):
        return _("as likely as before")
    factor = math.exp(min(abs(change), 50))
    if factor >= 1e6:
        less, more = _("over a million times less likely"), _("over a million times more likely")
        return less if change < 0 else more
    less, more = _("{factor} times less likely"), _("{factor} times more likely")
    return (less if change < 0 else more).format(factor=format_factor(factor))


def format_factor(factor: float) -> str:
    """Format a factor of at least 1 with fewer decimals the larger it is: 1.25, 2.5, 12."""
    return (
        format_decimal(factor, 2 if factor < 2 else 1)
        if factor < 10
        else format_integer(round(factor))
    )


def format_decimal(value: float, decimals: int = 2, with_plus: bool = False) -> str:
    """Format a number with fixed decimals, in the visitor's language; zero has no sign.

    Args:
        value: the number.
        decimals: number of decimals.
        with_plus: whether positive numbers have a plus sign.
    """
    return write_number(value, f"{'+' if with_plus else ''}.{decimals}")


def format_short(value: float, decimals: int = 2) -> str:
    """Format a number with fixed decimals, in English without a zero before the point: .68.

    Args:
        value: the number.
        decimals: number of decimals.
    """
    shown = format_decimal(value, decimals)
    return re.sub(r"^(−?)0\.", r"\1.", shown) if language() == locales.ENGLISH else shown


def format_shortest(value: float) -> str:
    """Format a number with as few decimals as it needs, up to six significant digits.

    It is for numbers from 0.0001 to below a million; others, see ``format_magnitude``.
    """
    return write_number(value, "g")


def format_integer(count: int) -> str:
    """Format an integer with localized thousands separators."""
    return write_number(count, ",")


def in_quotes(text: str) -> str:
    """Return a text in localized quotation marks."""
    return _("“{text}”").format(text=text)


def ends_with_punctuation(text: str) -> bool:
    """Whether a text ends with punctuation, so that a quotation of it needs no full stop."""
    return text.endswith((".", "!", "?", "…"))


def join_names(names: Sequence[str]) -> str:
    """Join names as in a sentence: "a, b and c"."""
    *most, last = names
    return _("{list} and {last}").format(list=", ".join(most), last=last) if most else last


def language_name(code: str) -> str:
    """Return the name of one of the model's languages, in the visitor's language."""
    return _(model_name(code))


def format_percent(share: float, decimals: int = 0, with_plus: bool = False) -> str:
    """Format a share as a percentage, in the visitor's language: 0.25 as "25%".

    Args:
        share: the share, from 0 to 1; a difference of shares may be negative.
        decimals: number of decimals of the percentage.
        with_plus: whether a positive number gets a plus sign.
    """
    return write_number(share, f"{'+' if with_plus else ''}.{decimals}%")


def format_probability(p: float) -> str:
    """Format a probability with three decimals, or as "under 0.001": never as zero."""
    if p >= 0.0005:
        return format_decimal(p, 3)
    return _("under {probability:.3}").format(probability=0.001)


def truncate(text: str, max_chars: int = 60) -> str:
    """Return a text; if it is too long, its beginning with an ellipsis.

    Args:
        text: the text.
        max_chars: the most characters, the ellipsis included.
    """
    return text if len(text) <= max_chars else text[: max_chars - 1] + "…"


def format_magnitude(value: float) -> str:
    """Format a number of at least 0: with two decimals, or as 3 · 10⁻⁵ if very small or large.

    Very small is below 0.01, very large is from 10,000.
    """
    if value == 0 or SMALL <= value < LARGE:
        return format_decimal(value, 2) if value else "0"
    return format_scientific(value)


def format_scientific(value: float, decimals: int = 0) -> str:
    """Format a positive number in scientific notation, such as 3 · 10⁻⁵.

    Args:
        value: the number.
        decimals: decimals of its mantissa.
    """
    digits, power = f"{value:.{decimals}e}".split("e")
    return f"{localize_separators(digits)} · 10{str(int(power)).translate(SUPERSCRIPTS)}"
