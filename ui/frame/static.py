"""Static files of libraries: gzipped once, at the first request, and cached.

The chart library alone takes 0.2 s to compress: sixteen requests at a time, each compressing it
anew, made everybody wait. The files' addresses change with their content.
"""

import asyncio
import gzip
import mimetypes
import threading
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from ui.views.scripts import IMMUTABLE, immutable_response

COMPRESSIBLE = {
    ".js",
    ".css",
    ".json",
    ".svg",
    ".txt",
    ".html",
}  # other formats are compressed already
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
}  # not every machine's mimetypes has these
_lock = threading.Lock()


@cache
def _gzip_once(path: Path) -> bytes:
    """Return a file's content as gzip; cached."""
    return gzip.compress(path.read_bytes(), mtime=0)


def gzip_file(path: Path) -> bytes:
    """Return a file's content as gzip, compressed once; concurrent callers wait for the result."""
    with _lock:
        return _gzip_once(path)


def resolve_file(folder: Path, name: str) -> Path | None:
    """Return the path of a file in a folder; None if it is missing or outside the folder.

    Args:
        folder: the folder.
        name: path of the file in the folder.
    """
    try:
        path = (folder / name).resolve()
        return path if path.is_file() and path.is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):  # a name too long, or with a NUL
        return None


async def serve_file(request: Request, folder: Path, name: str) -> Response:
    """Return a file as an HTTP response, gzipped if the browser accepts it; else 404.

    Args:
        request: the HTTP request.
        folder: the folder that holds all files.
        name: path of the file inside the folder.
    """
    path = resolve_file(folder, name)
    if path is None:
        return PlainTextResponse("There is no such file here.", 404)
    known = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = known or "application/octet-stream"
    if path.suffix not in COMPRESSIBLE or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return FileResponse(path, media_type=kind, headers={"Cache-Control": IMMUTABLE})
    return immutable_response(request, await asyncio.to_thread(gzip_file, path), kind)
