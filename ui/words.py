"""How texts and numbers are written for people."""

import difflib
import math
import re


def plain(text: str) -> str:
    """Return a text in which Markdown finds nothing to do: it is shown as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def changed(before: str, now: str) -> list[tuple[str, bool]]:
    """Return the words of ``now``; True marks those that ``before`` has not got there."""
    old, new = before.split(), now.split()
    words: list[tuple[str, bool]] = []
    for how, _, _, start, end in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
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
