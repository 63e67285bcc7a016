"""Files beside the weights that are missing or damaged: pages go on, and the log says it once.

A part of ``python -m tests.hostile``.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

from model import storage
from tests.protocol import Visitor
from tests.server import serve
from ui.readings.file_schemas import FILE_SCHEMAS

DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda _: None,
    "empty": lambda _: b"",
    "no names": lambda _: b"{}",
    "a list": lambda _: b"[]",
    "half": lambda content: content[: len(content) // 2],
    "nulls": lambda content: content.replace(b": 0", b": null").replace(b": 1", b": null"),
    "deep": lambda _: b"[" * 100_000,
    "bytes": lambda content: content[:200] + os.urandom(200) + content[200:],
}


def damage(folder: Path, kind: str) -> None:
    """Fill a folder with the shipped model, every file that pages can do without damaged."""
    spared = (storage.WEIGHTS, storage.CHECKSUM, storage.CONFIG, storage.VOCABULARY)
    for name in spared:
        (folder / name).symlink_to(storage.MODEL / name)
    frames = [f"{storage.FILM}/{one.name}" for one in (storage.MODEL / storage.FILM).iterdir()]
    (folder / storage.FILM).mkdir()
    for name in (*FILE_SCHEMAS, *frames):
        content = DAMAGES[kind]((storage.MODEL / name).read_bytes())
        if content is not None:
            (folder / name).write_bytes(content)


def look_at(pages: Sequence[str], kinds: Sequence[str] = tuple(DAMAGES)) -> tuple[int, list]:
    """Open pages of servers whose files are damaged.

    Args:
        pages: their names in the address.
        kinds: of damage.

    Returns:
        How many files were damaged, and each page that failed, at what.
    """
    damaged, failed = 0, []
    for kind in kinds:
        folder = Path(tempfile.mkdtemp())
        try:
            damage(folder, kind)
            damaged += len(FILE_SCHEMAS) + len([*(storage.MODEL / storage.FILM).iterdir()])
            failed += [(page, f"files: {kind}") for page in _failing(folder, pages)]
        finally:
            shutil.rmtree(folder)
    return damaged, failed


def _failing(folder: Path, pages: Sequence[str]) -> list[str]:
    """Return the pages that fail, and "log" if it has a traceback or says it not once."""
    with tempfile.TemporaryFile("w+") as log:
        with patch.dict(os.environ, GLASS_MODEL=str(folder)):
            process, address = serve(log=log)
        try:
            failed = [page for page in pages if _fails(address, page)]
        finally:
            process.terminate()
            process.wait()
        log.seek(0)
        said = log.read()
    once = said.count("pages leave out what they cannot read") == 1 and "Traceback" not in said
    return failed if once else [*failed, "log"]


def _fails(address: str, page: str) -> bool:
    visitor = Visitor(address)
    try:
        return visitor.open(page, sections="all").failed
    finally:
        visitor.close()
