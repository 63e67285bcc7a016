"""What small networks show of themselves while they learn, made of the parts of the large one.

Each is a module with frozen ``Settings`` and a generator ``train(settings)``. It yields a
snapshot of the untrained network first, then others while the network learns, and depends on
nothing but its settings: the same seed always learns in the same way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from torch import Tensor, nn

Network = TypeVar("Network", bound=nn.Module)
SNAPSHOTS = 60  # snapshots of a training, besides that of the untrained network


@dataclass(frozen=True)
class Snapshot(Generic[Network]):
    """A network at one step of its training.

    Args:
        step: number of updates so far.
        numbers: measurements, such as the loss.
        tensors: what is drawn; copies, so that later steps do not change them.
        network: the network itself. It goes on learning, so do not use it before the end.
    """

    step: int
    numbers: Mapping[str, float]
    tensors: Mapping[str, Tensor]
    network: Network


def steps_with_snapshots(steps: int) -> Iterator[tuple[int, bool]]:
    """Yield (step, whether a snapshot is taken after it) for each training step, from 1.

    Snapshots are evenly spaced, at most ``SNAPSHOTS`` of them, the last one after the last step.
    """
    seen = {round(steps * moment / SNAPSHOTS) for moment in range(1, SNAPSHOTS + 1)}
    for step in range(1, steps + 1):
        yield step, step in seen
