"""Open a model from its folder; what is pickled of it, or of its readings, names that folder."""

import copyreg
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

from model import storage
from model.arguments import check_arguments
from model.glass import Glass
from model.reading import Reading
from model.tensors import Trace


@check_arguments
def load(folder: str | Path = storage.MODEL, device: str | torch.device = "cpu") -> Glass:
    """Open a model: the one that is shipped, or any folder that ``model.training`` wrote.

    Args:
        folder: of the model.
        device: where it computes, such as "cuda"; traces and all else are there, too.

    Raises:
        ValueError: if there is none, if a file of it is missing or damaged, or if torch knows no
            such device here.
    """
    folder = Path(folder)
    with torch.inference_mode(False):
        network, tokenizer = storage.load(folder)
        try:
            network = network.to(device)
        except (RuntimeError, AssertionError, NotImplementedError) as error:
            reason = str(error).partition("\n")[0]
            raise ValueError(f"torch computes nothing on {str(device)!r} here: {reason}") from error
    return Glass(network, tokenizer, storage.fingerprint(folder), folder.absolute())


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


def _unpickle(reopen: tuple[Path, str, str], plain: Mapping[str, Any], trace: Trace) -> Reading:
    return reopen(*reopen).rebuild(plain, trace)


def _pickle(run: Reading) -> tuple[object, ...]:
    if run.folder is None:
        raise TypeError("only a reading by a model from a folder can be pickled: run.save keeps it")
    device = str(run.network.E.weight.device)
    return _unpickle, ((run.folder, device, run.weights), run.plain(), run.trace)


copyreg.pickle(Reading, _pickle)
