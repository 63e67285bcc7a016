"""Bundling of the views' scripts: ES modules in the repository, one module for the browser.

Streamlit runs a view's script from an address of its own, from which ``./library/dom.js`` leads
nowhere, and far from the server twenty small files load more slowly than one: so the server bundles
them when it starts, at an address that changes with their text. A view's script is a loader of a
few lines. The page's HTML preloads the bundle, so that it is there before the first view.
"""

import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ui.locales import ENGLISH, languages, script_catalogue
from ui.messages import language

SLICE_BYTES = 65_536  # bytes
IMMUTABLE = "public, max-age=31536000, immutable"
ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
# Documentation comments; a licence stays with its script.
DOCUMENTED = re.compile(r"^ */\*\*(?:(?!\*/|@license).)*\*/\n", re.MULTILINE | re.DOTALL)
EXPORTED = re.compile(r"\bexport\{([^}]*)\};?$", re.MULTILINE)  # in a minified script
VENDOR = "ui/views/vendor/"  # scripts of third parties, as published, with their licences
RECEIVE = "ui/views/library/receive.js"
LIVE = "ui/live/"  # runs without the app's server
# Waits for the bundle, then hands it the view's data. Streamlit sends it along with all view data.
LOADER = """\
const views = import(new URL(".%s", document.baseURI).href);
export default async (call) => {
  const { default: all, receive } = await views;
  return receive(all, %s, %s, call);
};
"""


@cache
def script_texts() -> dict[str, str]:
    """Return the texts of all scripts, by path below the repository root, as read at first use."""
    files = sorted(file for room in ("ui", "pages") for file in (ROOT / room).rglob("*.js"))
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


def script_imports(path: str) -> dict[str, list[str]]:
    """Return what a script imports: the names, by the path of the script that exports them.

    Args:
        path: path of the importing script below the repository root.
    """
    found = {}
    for names, other in IMPORT.findall(script_texts()[path]):
        source = (ROOT / path).parent.joinpath(other).resolve().relative_to(ROOT).as_posix()
        found[source] = [name for name in map(str.strip, names.split(",")) if name]
    return found


@cache
def resolve_imports(*paths: str) -> tuple[str, ...]:
    """Return the paths of scripts and all their imports, imports first, each once.

    Raises:
        KeyError: if there is no such script.
        ValueError: if scripts import each other in a circle.
    """
    found: dict[str, None] = {}

    def visit_imports(path: str, *above: str) -> None:
        """Append a script's path after those of its imports, depth first."""
        if path in above:
            raise ValueError(f"scripts import each other: {' <- '.join((*above, path))}")
        if path not in found:
            for other in script_imports(path):
                visit_imports(other, *above, path)
            found[path] = None

    for path in paths:
        visit_imports(path)
    return tuple(found)


@cache
def join_scripts(*paths: str) -> str:
    """Return scripts and all that they import as one JavaScript module, which exports the views.

    The views are exported by their scripts' paths. Each script keeps a scope of its own: a function
    that returns what others import from it. Documentation comments are left out.

    Args:
        *paths: paths of the scripts; all of the app's if none is given.
    """
    order = resolve_imports(
        *(paths or [path for path in script_texts() if not path.startswith(LIVE)])
    )
    wanted: dict[str, set[str]] = {path: set() for path in order}
    if not paths:
        wanted[RECEIVE].add("receive")  # imported by the loader; exported files do without
    for path in order:
        for source, names in script_imports(path).items():
            wanted[source].update(names)
    parts = ["const scripts = {}, views = {};"]
    for path in order:
        heads = [
            f"const {{ {', '.join(names)} }} = scripts[{json.dumps(source)}];"
            for source, names in script_imports(path).items()
        ]
        body = DOCUMENTED.sub("", IMPORT.sub("", script_texts()[path]))
        body = re.sub("^export default ", f"views[{json.dumps(path)}] = ", body, flags=re.MULTILINE)
        body = EXPORTED.sub(_exports_as_constants, body)
        body = re.sub("^export ", "", body, flags=re.MULTILINE)
        exports = ", ".join(sorted(wanted[path]))
        name = json.dumps(path)
        parts.append(f"scripts[{name}] = (() => {{")
        parts += [*heads, body.strip(), f"return {{ {exports} }};", "})();"]
    if not paths:
        parts.append(f"export const {{ receive }} = scripts[{json.dumps(RECEIVE)}];")
    return "\n".join([*parts, "export default views;", ""])


def _exports_as_constants(exported: re.Match[str]) -> str:
    """Return ``export{b as html}`` rewritten as constants: ``const html = b;``."""
    pairs = (one.split(" as ") for one in exported[1].split(","))
    return f"const {', '.join(f'{name} = {own}' for own, name in pairs)};"


@cache
def scripts_route() -> str:
    """Return the URL path of the bundle of all scripts; a hash of the bundle is part of it."""
    return f"/views/{hashlib.sha256(join_scripts().encode()).hexdigest()[:16]}.js"


def view_loader(path: str, picture: bool = False) -> str:
    """Return the JavaScript of a view's component: it loads the bundle, then draws the view.

    Args:
        path: path of the view's script.
        picture: whether the view can be exported as a picture.
    """
    return LOADER % (scripts_route(), json.dumps(path), json.dumps(picture))


def preload_html() -> str:
    """Return HTML links that make the browser preload the script bundle and its translations."""
    spoken = language()
    link = f'<link rel="modulepreload" href=".{scripts_route()}">'
    if spoken == ENGLISH:
        return link
    catalogue = f".{messages_route(spoken)}"
    return f'{link}<link id="messages" rel="preload" as="fetch" crossorigin href="{catalogue}">'


@cache
def compress_scripts() -> bytes:
    """Return the script bundle as gzip, compressed once for all visitors."""
    return gzip.compress(join_scripts().encode(), mtime=0)


@cache
def messages_json(language: str) -> str:
    """Return the scripts' translated messages in a language, as JSON."""
    return json.dumps(script_catalogue(language), ensure_ascii=False)


@cache
def compress_messages(language: str) -> bytes:
    """Return the scripts' messages in a language as gzip, compressed once for all visitors."""
    return gzip.compress(messages_json(language).encode(), mtime=0)


def messages_route(language: str) -> str:
    """Return the URL path of the scripts' messages in a language; a hash of them is part of it.

    Args:
        language: code of the language.
    """
    known = hashlib.sha256(messages_json(language).encode()).hexdigest()[:16]
    return f"/messages/{known}.{language}.json"


class SlicedResponse(Response):
    """A response sent in slices, of which at most one waits for a slow browser."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response body slice by slice."""
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        for place in range(0, len(self.body), SLICE_BYTES):
            part = self.body[place : place + SLICE_BYTES]
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def serve_messages(request: Request) -> Response:
    """Return the response to a request for the scripts' messages in a language: JSON, or 404."""
    language = request.path_params["name"].split(".")[-2:][0]
    if language not in languages()[1:]:
        return PlainTextResponse("There is no such language here.", 404)
    return immutable_response(request, compress_messages(language), "application/json")


async def serve_scripts(request: Request) -> Response:
    """Return the response to a request for the bundle of all scripts."""
    return immutable_response(request, compress_scripts(), "text/javascript")


def immutable_response(
    request: Request, packed: bytes, media_type: str, cache: str = IMMUTABLE
) -> Response:
    """Return a response with a gzipped text; by default, browsers may cache it for ever.

    Args:
        request: the request; if the browser does not accept gzip, the text is sent unpacked.
        packed: the text, gzipped.
        media_type: media type of the text, such as "text/javascript".
        cache: value of the ``Cache-Control`` header.
    """
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return SlicedResponse(gzip.decompress(packed), media_type=media_type, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return SlicedResponse(packed, media_type=media_type, headers=headers)
