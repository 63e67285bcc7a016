"""What the measured journeys through untrained stacks say."""

from collections.abc import Mapping

from model.measures.fresh_stacks import (
    BARE,
    BARE_POST,
    POST,
    PRE,
    Journey,
)

ALIKE, LOST = 0.99, 1e-6  # positions count as one from this cosine on; a gradient is lost below
SMALL, LARGE = 0.01, 10_000  # powers of ten are written below the one and from the other on


def remark(journeys: Mapping[str, Journey], layers: int) -> str:
    """Say what arrives at the bottom of each kind of stack, and what gets lost.

    Args:
        journeys: as ``computed.fresh_stacks.journeys`` measured them.
        layers: of a stack.
    """
    arrives = {kind: journey.gradient[0].item() for kind, journey in journeys.items()}
    text = (
        f"Of a gradient of length 1, this much arrives below {layers} layers: "
        f"**{size(arrives[POST])}** with post-norm, **{size(arrives[PRE])}** with pre-norm, "
        f"**{size(arrives[BARE_POST])}** without residuals and **{size(arrives[BARE])}** with "
        "neither residuals nor norms."
    )
    lone = journeys[BARE_POST]
    least, alike = lone.differing.min().item(), lone.similarity.max().item()
    if lone.gradient.min() > LOST and least < LOST:
        text += (
            " So where LayerNorm stands, taking the residuals away does not make the whole "
            "gradient vanish. What vanishes is its part that differs from position to position "
            f"(down to {size(least)})"
        )
        text += (
            f", because the positions have become the same (cosine {alike:.3f}): nothing could be "
            "learned there about one word and not the others."
            if alike > ALIKE
            else "."
        )
    return text


def size(value: float) -> str:
    """Return a positive number as people write it, with a power of ten if it is small or large."""
    if value == 0 or SMALL <= value < LARGE:
        return f"{value:.2f}" if value else "0"
    digit, power = f"{value:.0e}".split("e")
    superscript = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digit} · 10{superscript}"
