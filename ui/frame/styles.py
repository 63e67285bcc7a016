"""The styles of the frame: one sheet that a browser loads once, not one that each run sends."""

import hashlib
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

HERE = Path(__file__).parent
SHEETS = ("style", "menu", "sections", "take_away", "print", "bar")


@cache
def sheet() -> str:
    """Return all sheets, in their order, as they were when the server started."""
    return "\n".join((HERE / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)


@cache
def route() -> str:
    """Return the path at which the sheet is served: another one when it changes."""
    return f"/styles/{hashlib.sha256(sheet().encode()).hexdigest()[:16]}.css"


def link() -> str:
    """Return HTML that loads the sheet: it stands in the body, after Streamlit's own."""
    return f'<link rel="stylesheet" href=".{route()}">'


async def styles(_: Request) -> Response:
    """Answer with the sheet."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(sheet(), media_type="text/css", headers=headers)
