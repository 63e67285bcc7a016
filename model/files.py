"""Files that are written whole, or not at all."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Give the name under which a file is to be written; afterwards it has its own.

    A kill leaves the old file or the new one, and a failure nothing that would fill the disk.

    Args:
        path: the file's own name.

    Raises:
        OSError: naming the file, which a full disk itself does not.
    """
    unfinished = path.with_suffix(".new")
    try:
        yield unfinished
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        unfinished.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise OSError(f"{path} cannot be written: {reason}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text, whole; for errors see ``to_json``."""
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
        unfinished.chmod(0o644)  # safetensors lets nobody else read it, such as a server's user
