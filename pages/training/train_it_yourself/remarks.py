"""What is said of a small training: whether it learned, and if not, which setting to change."""

import math
from collections.abc import Sequence

from ui.sentence import Sentence, say
from ui.words import short

MOST = 200  # characters of what was typed or written
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
        return "the loss was still falling, so try **more steps**"
    return "the loss no longer changes, so try **another seed** or another learning rate"


def write_answer(said: str, right: str) -> Sentence:
    """Say what a network says for an example, and whether it is right."""
    if said == right:
        return say("It writes **{said}**, which is right.", said=short(said, MOST))
    if not said:
        return say("It writes nothing, but **{right}** is right.", right=short(right, MOST))
    template = "It writes **{said}**, but **{right}** is right."
    return say(template, said=short(said, MOST), right=short(right, MOST))


def answer(source: str, said: str) -> Sentence:
    """Say what a network says to a person's own source."""
    if not said:
        return say("For “{source}” it writes nothing.", source=short(source, MOST))
    template = "For “{source}” it writes **{said}**."
    return say(template, source=short(source, MOST), said=short(said, MOST))


def doubts(unknown: Sequence[str], length: int, longest: int) -> list[Sentence]:
    """Say why a network may be wrong about a source.

    Args:
        unknown: symbols that it has no vector for.
        length: symbols of the source.
        longest: symbols of the longest source of its test.
    """
    found = []
    if unknown:
        names = ", ".join(f"“{symbol}”" for symbol in unknown[:6])
        template = "It has never seen {names}, and reads an unknown token instead."
        found.append(say(template, names=names))
    if length > longest:
        template = (
            "This has {length} tokens, but the longest of its examples has {longest}, so it "
            "never learned what comes at such positions."
        )
        found.append(say(template, length=length, longest=longest))
    return found
