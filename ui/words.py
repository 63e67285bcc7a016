"""How texts and numbers are written for people."""

import difflib
import math
import re
from collections.abc import Sequence

from ui.messages import _

SMALL, LARGE = 0.01, 10_000  # powers of ten are written below the one and from the other on
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(text: str) -> str:
    """Return a text in which Markdown finds nothing to do: it is shown as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def diff_words(before: str, now: str) -> list[tuple[str, bool]]:
    """Return the words of ``now``; True marks those that ``before`` has not got there."""
    old, new = before.split(), now.split()
    words: list[tuple[str, bool]] = []
    for how, __, __, start, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        words += [(word, how != "equal") for word in new[start:end]]
    return words or [("(nothing)", bool(old))]


def times(change: float) -> str:
    """Return a change of log-probability as a factor in words."""
    if abs(change) < math.log(1.005):
        return "as likely as before"
    factor = math.exp(min(abs(change), 50))
    shown = f"{factor:.2f}" if factor < 2 else f"{factor:.1f}" if factor < 10 else f"{factor:,.0f}"
    shown = shown if factor < 1e6 else "over a million"
    return f"{shown} times {'less' if change < 0 else 'more'} likely"


def with_sign(value: float, places: int = 2, plus: bool = False) -> str:
    """Return a number with a true minus sign; what rounds to zero has none.

    Args:
        value: the number.
        places: decimals.
        plus: whether other numbers have a sign, too.
    """
    rounded = round(value, places) + 0.0  # no negative zero
    return f"{rounded:{'+' if plus and rounded else ''}.{places}f}".replace("-", "−")


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimals, as the visitor's language writes them."""
    return f"{value:.{places}f}"


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: "a, b and c"."""
    *most, last = names
    return _("{list} and {last}").format(list=", ".join(most), last=last) if most else last


def percent(share: float, places: int = 0, plus: bool = False) -> str:
    """Return a share of one in percent; ``places`` and ``plus`` as in ``with_sign``."""
    return f"{with_sign(100 * float(share), places, plus)} %"


def probability(p: float) -> str:
    """Return a probability with three decimals; a small one never looks like zero."""
    return f"{p:.3f}" if p >= 0.0005 else "under 0.001"


def short(text: str, most: int = 60) -> str:
    """Return a text, cut with "…" if it is longer than it may be."""
    return text if len(text) <= most else text[: most - 1] + "…"


def size(value: float) -> str:
    """Return a positive number as people write it, with a power of ten if it is small or large."""
    if value == 0 or SMALL <= value < LARGE:
        return f"{value:.2f}" if value else "0"
    return power_of_ten(value)


def power_of_ten(value: float, places: int = 0) -> str:
    """Return a positive number with a power of ten, which makes small and large ones readable."""
    digits, power = f"{value:.{places}e}".split("e")
    return f"{digits} · 10{str(int(power)).translate(SUPERSCRIPTS)}"
