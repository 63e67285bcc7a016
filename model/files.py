"""Atomic writes, and reads of regular files of bounded size only."""

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; on success it atomically replaces ``path``.

    Nobody ever reads a partial file: not after a power cut, nor if two programs write it at once. A
    failure or Ctrl-C leaves no temporary file behind.

    Args:
        path: the final path.

    Raises:
        OSError: if writing fails; its message names the file, even if the disk is full.
    """
    try:
        handle, name = tempfile.mkstemp(".new", f".{path.name}.", path.parent)
    except OSError as error:
        raise _write_error(path, error) from error
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        unfinished.chmod(0o644)  # or a server's user could not read it
        _fsync(unfinished)
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        raise _write_error(path, error) from error
    finally:
        unfinished.unlink(missing_ok=True)


def check_file(path: Path, max_bytes: int) -> int:
    """Return the size of a readable regular file of at most ``max_bytes`` bytes; else raise.

    Args:
        path: the file about to be read; a pipe or device might never end.
        max_bytes: most bytes allowed.

    Raises:
        OSError: naming the file, if it cannot be opened.
        ValueError: if it is no regular file, or too large.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{path} is no regular file")
    if found.st_size > max_bytes:
        raise ValueError(f"{path} has {found.st_size:,} bytes; at most {max_bytes:,} are read")
    path.open("rb").close()  # raises an error that names the file, unlike some libraries
    return found.st_size


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Return a file's bytes; raise an error, as ``check_file``, if it has over ``max_bytes``."""
    size = check_file(path, max_bytes)
    with path.open("rb") as file:
        return file.read(size)  # no more: files of /proc have no size, and some never end


def _write_error(path: Path, error: Exception) -> OSError:
    """Return an OSError that names the file and the reason."""
    reason = getattr(error, "strerror", None) or error
    return OSError(f"{path} cannot be written: {reason}")


def _fsync(path: Path) -> None:
    """Flush a file to the disk (fsync)."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_text(path: Path, text: str) -> None:
    """Write a text atomically, in UTF-8; for errors see ``atomic_path``."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes atomically; for errors see ``atomic_path``."""
    with atomic_path(path) as unfinished:
        unfinished.write_bytes(content)


def write_tensors(
    path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file atomically; for errors see ``atomic_path``."""
    with atomic_path(path) as unfinished:
        rows = {name: tensor.contiguous() for name, tensor in tensors.items()}
        save_file(rows, unfinished, metadata)
