"""How texts and numbers are written for people."""

import difflib
import html
import math
import re
from collections.abc import Iterable, Sequence
from functools import cache

from model.languages import language_name as model_name
from ui import locales
from ui.messages import N_, _, language

SMALL, LARGE = 0.01, 10_000  # powers of ten are written below the one and from the other on
NAMES = (N_("English"), N_("French"), N_("German"), N_("Spanish"))  # which model/languages.py has
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(text: str) -> str:
    """Escape all Markdown in a text."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def html_table(kind: str, heads: Iterable[str], rows: Iterable[str], scope: str = "") -> str:
    """Return a table as HTML: any texts above its columns, below them rows of HTML.

    Args:
        kind: its class.
        heads: of the columns.
        rows: each a ``tr``.
        scope: of the heads, if it is said.
    """
    cell = f'<th scope="{scope}">' if scope else "<th>"
    head = "".join(f"{cell}{html.escape(name)}</th>" for name in heads)
    body = "".join(rows)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def diff_words(before: str, now: str) -> list[tuple[str, bool]]:
    """Return the words of ``now``, each with whether it is new compared with ``before``."""
    old, new = before.split(), now.split()
    words: list[tuple[str, bool]] = []
    for how, __, __, start, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        words += [(word, how != "equal") for word in new[start:end]]
    return words or [(_("(nothing)"), bool(old))]


def times(change: float) -> str:
    """Return a change of log-probability as a probability ratio in words."""
    if abs(change) < math.log(1.005):
        return _("as likely as before")
    factor = math.exp(min(abs(change), 50))
    if factor >= 1e6:
        less, more = _("over a million times less likely"), _("over a million times more likely")
        return less if change < 0 else more
    less, more = _("{factor} times less likely"), _("{factor} times more likely")
    return (less if change < 0 else more).format(factor=brief_factor(factor))


def brief_factor(factor: float) -> str:
    """Format a factor of one or more with the fewest telling decimals."""
    return decimal(factor, 2 if factor < 2 else 1) if factor < 10 else whole(round(factor))


def with_sign(value: float, places: int = 2, plus: bool = False) -> str:
    """Format a number with a true minus sign; zero has no sign.

    Args:
        value: the number.
        places: decimals.
        plus: whether other numbers have a sign, too.
    """
    rounded = round(value, places) + 0.0  # no negative zero
    shown = f"{rounded:{'+' if plus and rounded else ''}.{places}f}".replace("-", "−")
    return in_language(shown)


def decimal(value: float, places: int) -> str:
    """Format a number with a fixed number of decimals, localized."""
    return in_language(f"{value:.{places}f}")


def brief(value: float, places: int = 2) -> str:
    """Format a number as remarks do: only English omits the leading zero, as in .68."""
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
    """Localize the separators of an English number."""
    spoken = language()
    return number if spoken == locales.ENGLISH else number.translate(_signs(spoken))


@cache
def _signs(spoken: str) -> dict[int, str]:
    """Return what a language writes for the English point and comma in a number."""
    signs = locales.number_signs(spoken)
    return str.maketrans({".": signs["decimal"], ",": signs["group"]})


def in_quotes(text: str) -> str:
    """Return a text in localized quotation marks."""
    return _("“{text}”").format(text=text)


def ends_itself(text: str) -> bool:
    """Whether a text that ends a sentence, in quotes, has brought its full stop along."""
    return text.endswith((".", "!", "?", "…"))


def list_names(names: Sequence[str]) -> str:
    """Join names as in a sentence: "a, b and c"."""
    *most, last = names
    return _("{list} and {last}").format(list=", ".join(most), last=last) if most else last


def language_name(code: str) -> str:
    """Return the name of a language that the model reads or writes."""
    return _(model_name(code))


def percent(share: float, places: int = 0, plus: bool = False) -> str:
    """Format a share of one as a percentage."""
    space = "" if language() == locales.ENGLISH else "\u00a0"
    return f"{with_sign(100 * float(share), places, plus)}{space}%"


def probability(p: float) -> str:
    """Format a probability with three decimals; small ones never look like zero."""
    if p >= 0.0005:
        return decimal(p, 3)
    return _("under {probability}").format(probability=decimal(0.001, 3))


def short(text: str, most: int = 60) -> str:
    """Truncate a text with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def size(value: float) -> str:
    """Format a positive number, in scientific notation if very small or large."""
    if value == 0 or SMALL <= value < LARGE:
        return decimal(value, 2) if value else "0"
    return power_of_ten(value)


def power_of_ten(value: float, places: int = 0) -> str:
    """Format a positive number in scientific notation."""
    digits, power = f"{value:.{places}e}".split("e")
    return f"{in_language(digits)} · 10{str(int(power)).translate(SUPERSCRIPTS)}"
