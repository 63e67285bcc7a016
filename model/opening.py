"""What is pickled of a model or its readings names the folder from which it is opened again."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from model.glass import Glass, load
from model.reading import Reading
from model.tensors import Trace


@lru_cache(maxsize=2)  # a pickle names the folder of its model, and a worker gets many
def reopen(folder: Path, device: str, fingerprint: str) -> Glass:
    """Open the model that a pickle names.

    Raises:
        ValueError: if the folder holds no model any more, or another one.
    """
    glass = load(folder, device)
    if glass.fingerprint != fingerprint:
        raise ValueError(f"{folder} holds other weights than those that were pickled")
    return glass


def _unpickle(place: tuple[Path, str, str], plain: Mapping[str, Any], trace: Trace) -> Reading:
    return reopen(*place).rebuild(plain, trace)


def reduce_reading(run: Reading) -> tuple[object, ...]:
    """Return how a reading is pickled: by its model's folder, plain values and a trace."""
    if run.folder is None:
        raise TypeError("only a reading by a model from a folder can be pickled: run.save keeps it")
    device = str(run.network.E.weight.device)
    return _unpickle, ((run.folder, device, run.weights), run.plain(), run.trace)
