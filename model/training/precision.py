"""The precision that training steps are computed in: the one that this machine is faster with.

A processor that multiplies bfloat16 takes half as long for them as for float32. Another imitates
it, and may take forty times as long. So both are tried on the first batch.
"""

import time
from collections.abc import Callable

import torch
import torch.distributed as dist

from model.training.batches import Batch

PRECISIONS = ("float32", "bfloat16")
FEW = 4  # sentences that show whether all are worth timing: imitated, a whole step takes minutes
CLEARLY = 1.25  # times faster, for which a run gives up the numbers that it began in


def choose_faster_precision(
    step: Callable[[Batch, str], object], batch: Batch, current_precision: str | None
) -> tuple[str, str]:
    """Time a training step in each precision; return the faster one's name, and a log line.

    Args:
        step: computes the gradient of a batch in the precision named, and changes no weight.
        batch: the next one of the training.
        current_precision: precision of the run so far; None if it begins. A run keeps it unless the
            other one is at least 1.25 times as fast: only if the precision stays the same does a
            resumed run end at the same weights as an uninterrupted one.

    Returns:
        The name of the precision, and one line that tells the choice and the times.
    """
    few = batch.first(FEW)
    for name in PRECISIONS:
        step(few, name)  # the first time includes preparations
    for part in (few, batch):
        seconds = {name: _time_step(step, part, name) for name in PRECISIONS}
        fast, slow = sorted(seconds, key=seconds.__getitem__)
        if seconds[slow] > 2 * seconds[fast]:
            break
    chosen = (
        current_precision
        if current_precision == slow and seconds[slow] < CLEARLY * seconds[fast]
        else fast
    )
    line = ", ".join(f"{seconds[name]:.3g} s in {name}" for name in PRECISIONS)
    changed = (
        f" from here on, no longer in {current_precision}"
        if current_precision not in (None, chosen)
        else ""
    )
    return chosen, f"Computed in {chosen}{changed}: {len(part.source)} sentences take {line}."


def _time_step(step: Callable[[Batch, str], object], batch: Batch, name: str) -> float:
    """Return the seconds that one training step takes, summed over processes so that all agree."""
    began = time.perf_counter()
    step(batch, name)
    if batch.source.is_cuda:
        torch.cuda.synchronize()
    seconds = torch.tensor(time.perf_counter() - began, device=batch.source.device)
    if dist.is_initialized():
        dist.all_reduce(seconds)
    return seconds.item()
