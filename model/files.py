"""Files that are written whole, or not at all; and read only if they are what they seem."""

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
    """Give the name under which a file is to be written; afterwards it has its own.

    Nobody ever reads a part of it: not after a power cut, nor where two programs write it at once.
    A failure or Ctrl-C leaves nothing that would fill the disk.

    Args:
        path: the file's own name.

    Raises:
        OSError: naming the file, which a full disk itself does not.
    """
    try:
        handle, name = tempfile.mkstemp(".new", f".{path.name}.", path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        unfinished.chmod(0o644)  # or a server's user could not read it
        _keep(unfinished)
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        raise _unwritable(path, error) from error
    finally:
        unfinished.unlink(missing_ok=True)


def check_file(path: Path, largest: int) -> None:
    """Refuse what would never end, such as a pipe or a device, or would fill the memory.

    Args:
        path: of a file that is about to be read.
        largest: bytes that such a file may have.

    Raises:
        OSError: if it cannot be opened; naming it.
        ValueError: if it is no file, or too large.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{path} is no regular file")
    if found.st_size > largest:
        raise ValueError(f"{path} has {found.st_size:,} bytes; at most {largest:,} are read")
    path.open("rb").close()  # says by whom it may not be read, which not every library does


def read_bytes(path: Path, largest: int) -> bytes:
    """Read a file of bounded size; for errors see ``check_file``."""
    check_file(path, largest)
    return path.read_bytes()


def _unwritable(path: Path, error: Exception) -> OSError:
    reason = getattr(error, "strerror", None) or error
    return OSError(f"{path} cannot be written: {reason}")


def _keep(path: Path) -> None:
    """Flush a file to the disk (fsync)."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_text(path: Path, text: str) -> None:
    """Write a text, whole; for errors see ``atomic_path``."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes, whole."""
    with atomic_path(path) as unfinished:
        unfinished.write_bytes(content)


def write_tensors(
    path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file, whole."""
    with atomic_path(path) as unfinished:
        rows = {name: tensor.contiguous() for name, tensor in tensors.items()}
        save_file(rows, unfinished, metadata)
