"""What is said of a small training: whether it learned, and if not, which setting to change."""

import html
import math
from collections.abc import Sequence

BETTER, WORSE = 0.98, 1.15  # of a loss: still falling, risen again


def times(ratio: float) -> str:
    """Say how much nearer something is, given how many times as far other things are."""
    if ratio > 100:
        return "**more than 100 times**"
    return f"**{ratio:.1f} times**"


def verdict(said: str, losses: Sequence[float], ended: bool, learned: bool) -> str:
    """Add to what was measured whether it learned, once that can be said.

    Args:
        said: what was measured.
        losses: so far.
        ended: whether the training is over.
        learned: whether it reached its goal.
    """
    if not ended or learned:
        return said
    return f"**Not learned**: {advice(losses)}. {said}"


def advice(losses: Sequence[float]) -> str:
    """Say which setting to change after a training that did not learn."""
    last, before = losses[-1], losses[-1 - len(losses) // 4]
    if not math.isfinite(last) or last > WORSE * min(losses):
        return "the loss jumps about, so try a **smaller learning rate**"
    if last < BETTER * before:
        return "the loss was still falling, so let it have **more steps**"
    return "the loss stands still, so try **another seed** or another learning rate"


def remarks(lines: Sequence[str], most: int = 6) -> str:
    """Write remarks as HTML; what people typed stays text. Of many, the first ones and a count."""
    shown = [html.escape(line) for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"There are {len(lines) - most} more remarks of this kind.")
    return "".join(f'<div class="remark">{line}</div>' for line in shown)


def write_answer(said: str, right: str) -> str:
    """Write what a network says for an example, as HTML, and whether it is right."""
    if said == right:
        return f"<p class='sayings'>It writes <b>{_safe(said)}</b>, which is right.</p>"
    said = f"<b>{_safe(said)}</b>" if said else "nothing"
    return f"<p class='sayings'>It writes {said}; right is <b>{_safe(right)}</b>.</p>"


def answer(source: str, said: str) -> str:
    """Write what a network says to a person's own source, as HTML."""
    said = f"<b>{_safe(said)}</b>" if said else "nothing"
    return f"<p class='sayings'>For “{_safe(source)}” it writes {said}.</p>"


def doubts(unknown: Sequence[str], length: int, longest: int) -> list[str]:
    """Say why a network may be wrong about a source.

    Args:
        unknown: symbols that it has no vector for.
        length: symbols of the source.
        longest: symbols of the longest source of its test.
    """
    found = []
    if unknown:
        names = ", ".join(f"“{symbol}”" for symbol in unknown[:6])
        found.append(f"It has never seen {names}: it reads one and the same unknown symbol.")
    if length > longest:
        found.append(
            f"This has {length} symbols, and the longest of its examples {longest}: it has not "
            "learned what comes at such positions."
        )
    return found


def _safe(text: str) -> str:
    return html.escape(text if len(text) <= 200 else text[:199] + "…")
