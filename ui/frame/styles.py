"""The styles of the frame and of all views: one sheet, loaded once; no run sends any of it.

Those of a view stand behind those of the scripts that it imports, so that its own count.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ui.views.scripts import ROOT, answer_for_ever, modules, texts

HERE = Path(__file__).parent
SHEETS = ("style", "menu", "sections", "take_away", "print", "bar")
FOCUS = "ui/views/library/focus.css"


@cache
def sheet() -> str:
    """Return all sheets, in their order, as they were when the server started."""
    frame = [HERE / f"{name}.css" for name in SHEETS]
    views = [(ROOT / path).with_suffix(".css") for path in modules(*texts())]
    files = [*frame, ROOT / FOCUS, *filter(Path.exists, views)]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r"/\*.*?\*/\n?", "", text, flags=re.DOTALL)


@cache
def compress_sheet() -> bytes:
    """Return the sheet as it travels: compressed once, not for each visitor."""
    return gzip.compress(sheet().encode(), mtime=0)


@cache
def route() -> str:
    """Return the path at which the sheet is served: another one when it changes."""
    return f"/styles/{hashlib.sha256(sheet().encode()).hexdigest()[:16]}.css"


def link() -> str:
    """Return HTML that loads the sheet: it stands in the body, after Streamlit's own."""
    return f'<link rel="stylesheet" href=".{route()}">'


async def styles(request: Request) -> Response:
    """Answer with the sheet."""
    return answer_for_ever(request, compress_sheet(), "text/css")
