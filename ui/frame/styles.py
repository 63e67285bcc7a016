"""The CSS of the frame and of all views: one stylesheet, loaded once, never sent by a run.

A view's styles follow those of the scripts that it imports, so that its own take precedence.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ui.views.scripts import ROOT, immutable_response, resolve_imports, script_texts

HERE = Path(__file__).parent
SHEETS = ("style", "menu", "sections", "take_away", "print", "bar")
FOCUS = "ui/views/library/focus.css"


@cache
def read_stylesheet() -> str:
    """Return the app's whole CSS, all files joined, without comments.

    The files are read once: a change in one shows after a restart of the server.
    """
    frame = [HERE / f"{name}.css" for name in SHEETS]
    views = [(ROOT / path).with_suffix(".css") for path in resolve_imports(*script_texts())]
    files = [*frame, ROOT / FOCUS, *filter(Path.exists, views)]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r"/\*.*?\*/\n?", "", text, flags=re.DOTALL)


@cache
def compress_stylesheet() -> bytes:
    """Return the stylesheet gzipped; compressed once, not for each visitor."""
    return gzip.compress(read_stylesheet().encode(), mtime=0)


@cache
def route() -> str:
    """Return the URL path of the stylesheet, which contains a hash of its content."""
    return f"/styles/{hashlib.sha256(read_stylesheet().encode()).hexdigest()[:16]}.css"


def stylesheet_link_html() -> str:
    """Return the HTML <link> element that loads the stylesheet.

    It stands in the page's body, after Streamlit's stylesheets, so that it takes precedence.
    """
    return f'<link rel="stylesheet" href=".{route()}">'


async def serve_stylesheet(request: Request) -> Response:
    """Return the stylesheet as an HTTP response."""
    return immutable_response(request, compress_stylesheet(), "text/css")
