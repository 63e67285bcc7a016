"""Pickle a model or its readings by the folder from which the model is loaded again."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from model.glass import Glass, load
from model.reading import Reading
from model.tensors import Trace


@lru_cache(maxsize=2)  # a worker process gets many pickles of the same model
def reopen(folder: Path, device: str, fingerprint: str) -> Glass:
    """Return the model that a pickle refers to, loaded from its folder; memoized.
    Weights of another fingerprint raise ValueError.

    Raises:
        ValueError: if the folder holds no model any more, or another one.
    """
    glass = load(folder, device)
    if glass.fingerprint != fingerprint:
        raise ValueError(f"{folder} holds other weights than those that were pickled")
    return glass


def restore_reading(glass: Glass, fields: Mapping[str, Any], trace: Trace) -> Reading:
    """Return a reading by this model from its serialized fields and its trace.

    Raises:
        ValueError: if other weights computed it.
    """
    if fields["weights"] != glass.fingerprint:
        raise ValueError("this reading was computed with other weights")
    reading = Reading.from_dict(fields, trace, glass.network, glass.tokenizer)
    return replace(reading, network=glass.network_with(reading.changes), folder=glass.folder)


def _unpickle(model_key: tuple[Path, str, str], fields: Mapping[str, Any], trace: Trace) -> Reading:
    """Rebuild a pickled reading, given its model's (folder, device, fingerprint)."""
    return restore_reading(reopen(*model_key), fields, trace)


def reduce_reading(run: Reading) -> tuple[object, ...]:
    """Return how to unpickle a reading: from its model's folder, its fields and its trace."""
    if run.folder is None:
        raise TypeError("only a reading by a model from a folder can be pickled: run.save keeps it")
    device = str(run.network.E.weight.device)
    return _unpickle, ((run.folder, device, run.weights), run.to_dict(), run.trace)
