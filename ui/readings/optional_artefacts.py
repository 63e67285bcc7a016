"""Optional artefacts beside the weights: training record, measurements, film of the training.

They are read here and nowhere else. Where one is missing or damaged, the page that shows it says so
in a sentence and leaves it out; all other pages are unaffected.
"""

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from model import detection, storage
from model.data.training_sentences import read_training_sentences
from model.files import check_file
from ui.readings.file_schemas import FILE_SCHEMAS
from ui.schemas import validation_error

CITATION = Path(__file__).parents[2] / "CITATION.cff"
LARGEST = 100_000_000  # bytes of such a file; our largest has 3 million
CITED = ("title", "version", "date-released", "  - name")  # keys of its lines that pages show


@dataclass(frozen=True)
class OptionalArtefact:
    """An optional file as it was read.

    Args:
        content: what the file holds; None if it could not be read.
        fault: why it could not be read, in one sentence for the log; else "".
        missing: whether there is no such file.
    """

    content: Any = None
    fault: str = ""
    missing: bool = False


def read_from_disk(path: Path) -> OptionalArtefact:
    """Read an optional file, without a cache; the result says why if it is missing or damaged.

    Args:
        path: path of the file; its name decides how it is read.
    """
    try:
        if not path.exists():
            return OptionalArtefact(fault=f"{path} is missing", missing=True)
        check_file(path, LARGEST)
        return OptionalArtefact(_choose_reader(path.name)(path))
    except OSError as error:
        return OptionalArtefact(fault=f"{path} cannot be read: {error.strerror or error}")
    except RecursionError:
        return OptionalArtefact(fault=f"{path} is damaged: it is nested too deeply")
    except (ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        return OptionalArtefact(fault=f"{path} is damaged: {error}")


# A run reads these files a dozen times: Streamlit's cache would check the path each time.
@st.cache_resource(show_spinner=False)
def _cache() -> dict[Path, OptionalArtefact]:
    """Return the cache of optional files, by path, which all visitors share."""
    return {}


def read_once(path: Path) -> OptionalArtefact:
    """Read an optional file once for all visitors: later calls return what the first one read.

    That a file is missing or damaged is remembered, too; the result says why.

    Args:
        path: path of the file; its name decides how it is read.
    """
    files = _cache()
    if path not in files:
        files[path] = read_from_disk(path)
    return files[path]


def _choose_reader(name: str) -> Callable[[Path], Any]:
    """Return the function that reads an optional file, by the file's name."""
    if name in FILE_SCHEMAS:
        return _read_table
    known: dict[str, Callable[[Path], Any]] = {
        detection.TABLE.name: detection.load_detector,
        CITATION.name: _read_citation,
        storage.TRAINING_SENTENCES: read_training_sentences,
    }
    return known.get(name, _read_frame)


def _read_table(path: Path) -> dict:
    """Read a JSON table; raise ``ValueError`` if it is invalid."""
    table = json.loads(path.read_bytes())
    if wrong := validation_error(table, FILE_SCHEMAS[path.name]):
        raise ValueError(wrong)
    return table


def _read_citation(path: Path) -> dict[str, str]:
    """Read the lines of CITATION.cff that pages show, by key."""
    text = path.read_text(encoding="utf-8")
    lines = {name: re.search(rf'^{name}: "?(.*?)"?$', text, re.MULTILINE) for name in CITED}
    if lacks := [name.strip() for name, line in lines.items() if line is None]:
        raise ValueError(f"it has no {lacks[0]}")
    return {name: line[1] for name, line in lines.items() if line}


def _read_frame(path: Path) -> dict[str, Tensor]:
    """Read the tensors of one frame of the training film; see ``model.training.film``."""
    with np.load(path, allow_pickle=False) as frame:
        return {name: torch.from_numpy(frame[name]) for name in frame.files}
