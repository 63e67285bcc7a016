"""What the cheat sheet says of the sentence at hand."""

from ui.readings.reading import Reading
from ui.words import percent


def look_for(reading: Reading) -> str:
    """Say what of all this the sentence decides, and what was computed most of."""
    trace = reading.trace
    name = max(trace, key=lambda tap: trace[tap].numel())
    rows, columns = trace[name].shape[-2:]
    total = sum(tensor.numel() for tensor in trace.values())
    return (
        f"Your sentence decides only **n = {len(reading.source)}** and its translation "
        f"**m = {len(reading.target)}**; every other size is the model's. The pages show "
        f"**{_many(total)}** numbers of this pass. The largest tensor, {name.replace('_', ' ')} "
        f"({rows} × {columns:,}), has {percent(trace[name].numel() / total)} of them."
    )


def _many(count: int) -> str:
    return f"{count / 1e6:.2f} million" if count >= 1e6 else f"{count:,}"
