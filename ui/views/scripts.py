"""The scripts of all views: ES modules, served as they are, below an address that is never reused.

Streamlit runs a view's text from an address of its own, from which ``./library/dom.js`` leads
nowhere. So this text is a loader of a few lines: it asks for the view's module and, at the same
time, for all that this imports. The page's HTML names them, too: then they are there already.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

ROOT = Path(__file__).parents[2]
IMPORT = re.compile(r'^import [^"]*"(\.[^"]+)";$', re.MULTILINE)
LOADER = """\
// Each data that the server sends waits here for the module that draws it.
const base = new URL("./%s/", document.baseURI);
const [module, ...imported] = %s;
for (const path of imported) {
  if (document.querySelector(`link[href$="${path}"]`)) continue; // the page's HTML asked for it
  const attributes = { rel: "modulepreload", href: new URL(path, base).href };
  document.head.append(Object.assign(document.createElement("link"), attributes));
}
const view = import(new URL(module, base).href);
export default async (call) => {
  const { default: draw } = await view;
  if (call.parentElement.isConnected) return draw(call); // else it has left meanwhile
};
"""


@cache
def texts() -> dict[str, str]:
    """Return all scripts by their path below the root, as they were when the server started."""
    files = sorted(file for room in ("ui", "pages") for file in (ROOT / room).rglob("*.js"))
    return {file.relative_to(ROOT).as_posix(): file.read_text() for file in files}


@cache
def route() -> str:
    """Return the path below which scripts are served: another one when any script changes."""
    return f"/views/{hashlib.sha256(json.dumps(texts()).encode()).hexdigest()[:16]}"


@cache
def modules(*paths: str) -> tuple[str, ...]:
    """Return scripts and all that they import: each once, after those that it imports.

    Raises:
        KeyError: if there is no such script.
    """
    found: dict[str, None] = {}

    def follow(path: str) -> None:
        if path in met:
            return
        met.add(path)
        for other in IMPORT.findall(texts()[path]):
            follow((ROOT / path).parent.joinpath(other).resolve().relative_to(ROOT).as_posix())
        found[path] = None

    met: set[str] = set()
    for path in paths:
        follow(path)
    return tuple(found)


def loader(path: str) -> str:
    """Return the text that Streamlit runs for the view of a script."""
    return LOADER % (route().strip("/"), json.dumps(modules(path)[::-1]))


def preloads(section: str, page: str) -> str:
    """Return HTML by which a browser asks for the scripts of a page before the page is there."""
    rooms = ("ui/frame", "ui/views", f"pages/{section}/{page}/views")
    own = (path for path in texts() if path.rpartition("/")[0] in rooms)
    tag = '<link rel="modulepreload" href=".{}/{}">'
    return "".join(tag.format(route(), path) for path in modules(*own))


async def script(request: Request) -> Response:
    """Answer with a script."""
    text = texts().get(request.path_params["path"])
    if text is None:
        return Response("There is no such script.", 404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(text, media_type="text/javascript", headers=headers)
