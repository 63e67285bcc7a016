"""Files of libraries: compressed once, when somebody first asks, and sent in slices.

The chart library alone takes 0.2 s to compress: done for each request, sixteen of them at a time
made everybody wait. Their addresses change with their content.
"""

import asyncio
import gzip
import mimetypes
import threading
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from ui.views.scripts import FOR_EVER, answer_for_ever

PACKED = {".js", ".css", ".json", ".svg", ".txt", ".html"}  # others are compressed by themselves
KINDS = {".js": "text/javascript", ".css": "text/css"}  # which not every machine knows
_lock = threading.Lock()


@cache
def _compress(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


def compress(path: Path) -> bytes:
    """Return a file as it travels; whoever asks meanwhile waits for the same."""
    with _lock:
        return _compress(path)


def find(folder: Path, name: str) -> Path | None:
    """Return a file below a folder; None if there is none, or it lies elsewhere."""
    try:
        path = (folder / name).resolve()
        return path if path.is_file() and path.is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):  # a name too long, or with a NUL
        return None


async def answer(request: Request, folder: Path, name: str) -> Response:
    """Answer with a file.

    Args:
        request: says whether the browser reads gzip.
        folder: that all files lie in.
        name: of the file, below it.
    """
    path = find(folder, name)
    if path is None:
        return PlainTextResponse("There is no such file here.", 404)
    known = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = known or "application/octet-stream"
    if path.suffix not in PACKED or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return FileResponse(path, media_type=kind, headers={"Cache-Control": FOR_EVER})
    return answer_for_ever(request, await asyncio.to_thread(compress, path), kind)
