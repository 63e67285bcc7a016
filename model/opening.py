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
    """Load a model from a folder, if its weights are still those with this fingerprint; memoized.

    Args:
        folder: the model's folder.
        device: torch device to load it to, such as "cpu".
        fingerprint: SHA-256 of the expected weights file, as ``Glass.fingerprint`` gives it.

    Raises:
        ValueError: if the folder holds no model any more, or one with other weights.
    """
    glass = load(folder, device)
    if glass.fingerprint != fingerprint:
        raise ValueError(f"{folder} holds other weights than those that were pickled")
    return glass


def restore_reading(glass: Glass, fields: Mapping[str, Any], trace: Trace) -> Reading:
    """Return a reading that this model computed, from its saved parts; inverse of ``to_dict``.

    Args:
        glass: the model that computed the reading.
        fields: the dict that ``Reading.to_dict`` returned.
        trace: the tensors of the reading, which ``fields`` do not contain.

    Raises:
        ValueError: if the reading was computed with other weights than this model's.
    """
    if fields["weights"] != glass.fingerprint:
        raise ValueError("this reading was computed with other weights")
    reading = Reading.from_dict(fields, trace, glass.network, glass.tokenizer)
    return replace(reading, network=glass.network_with(reading.changes), folder=glass.folder)


def _unpickle(model_key: tuple[Path, str, str], fields: Mapping[str, Any], trace: Trace) -> Reading:
    """Rebuild a pickled reading, given its model's (folder, device, fingerprint)."""
    return restore_reading(reopen(*model_key), fields, trace)


def reduce_reading(run: Reading) -> tuple[object, ...]:
    """Return the pair (function, its arguments) that pickle calls to restore a reading.

    The arguments are the model (folder, device, fingerprint of the weights), the dict of
    ``Reading.to_dict``, and the trace. The weights themselves are not pickled.

    Raises:
        TypeError: if the model was not loaded from a folder.
    """
    if run.folder is None:
        raise TypeError("only a reading by a model from a folder can be pickled: run.save keeps it")
    device = str(run.network.E.weight.device)
    return _unpickle, ((run.folder, device, run.weights), run.to_dict(), run.trace)
