"""The takeaway of the cheat sheet for the current sentence."""

from ui.messages import _
from ui.readings.reading import Reading
from ui.words import format_decimal, format_integer, format_percent


def describe_takeaway(reading: Reading) -> str:
    """Describe which sizes depend on the sentence and its translation, and the largest tensor."""
    trace = reading.trace
    name = max(trace, key=lambda tap: trace[tap].numel())
    rows, columns = trace[name].shape[-2:]
    total = sum(tensor.numel() for tensor in trace.values())
    decides = _(
        "Your sentence sets only **n = {n}**, and its translation **m = {m}**. Every "
        "other size belongs to the model."
    ).format(n=len(reading.source), m=len(reading.target))
    if total >= 1e6:
        shown = _("The pages show **{millions} million** numbers from this pass.")
        shown = shown.format(millions=format_decimal(total / 1e6, 2))
    else:
        shown = _("The pages show **{count}** numbers from this pass.").format(
            count=format_integer(total)
        )
    largest = _("The largest tensor, {name} ({shape}), holds {share} of them.").format(
        name=name.replace("_", " "),
        shape=f"{rows} × {format_integer(columns)}",
        share=format_percent(trace[name].numel() / total),
    )
    return f"{decides} {shown} {largest}"
