"""The takeaway of the cheat sheet for the current sentence, and where the model's numbers are."""

from collections.abc import Mapping

from ui.messages import _
from ui.readings.reading import Reading
from ui.words import format_integer, format_percent


def describe_takeaway(reading: Reading) -> str:
    """Describe which sizes depend on the sentence and its translation."""
    return _(
        "Your sentence sets only **n = {n}**, and its translation **m = {m}**. Every "
        "other size belongs to the model."
    ).format(n=len(reading.source), m=len(reading.target))


def describe_numbers(reading: Reading, counts: Mapping[str, int]) -> str:
    """Describe how many numbers the model has learned, in which parts, and how many it computed.

    Args:
        reading: the sentence, with the recorded pass.
        counts: the parameters of each part, from ``count_parameters``.
    """
    total = sum(counts.values())
    share = {part: format_percent(count / total) for part, count in counts.items()}
    learned = _(
        "The model has learned **{total:,}** numbers: {attention} of them are in attention, "
        "{feed_forward} in the feed-forward networks, {embedding} in the embedding E and the rest "
        "in the norms."
    ).format(
        total=total,
        attention=share["attention"],
        feed_forward=share["feed-forward"],
        embedding=share["embedding"],
    )
    computed = _("From these and your sentence come the **{count}** numbers that the pages show.")
    count = format_integer(sum(tensor.numel() for tensor in reading.trace.values()))
    return f"{learned} {computed.format(count=count)}"
