"""What is said of a small training: whether it learned, and if not, which setting to change."""

import html
import math
from collections.abc import Sequence

BETTER, WORSE = 0.98, 1.15  # of a loss: still falling, risen again


def signed(number: float) -> str:
    """Write a number with two decimals and a true minus sign."""
    return f"{number + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−")


def percent(share: float) -> str:
    """Write a share of one."""
    return f"{100 * share:.0f} %"


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
    return f"**Not learned**, at this step at least: {advice(losses)}. {said}"


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
