"""The scripts of all views: ES modules in the repository, one module for the browser.

Streamlit runs a view's text from an address of its own, from which ``./library/dom.js`` leads
nowhere, and twenty small files cost a visitor from afar more than one: so the server joins them
when it starts, and serves them under an address that is never reused. A view's text is a loader of
a few lines. The page's HTML asks for the joined module early: it is there before the first view.
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

from ui.locales import ENGLISH, for_scripts, languages
from ui.messages import language

SLICE = 65_536  # bytes
FOR_EVER = "public, max-age=31536000, immutable"
ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
# What is said for readers; a licence goes wherever its script goes.
DOCUMENTED = re.compile(r"^ */\*\*(?:(?!\*/|@license).)*\*/\n", re.MULTILINE | re.DOTALL)
EXPORTED = re.compile(r"\bexport\{([^}]*)\};?$", re.MULTILINE)  # by a script that was made small
VENDOR = "ui/views/vendor/"  # scripts of others, as they were published, with their licences
RECEIVE = "ui/views/library/receive.js"
LIVE = "ui/live/"  # what runs without the app, which has its model on the server
# Each data that the server sends waits here for the module that draws it. It goes with each data.
LOADER = """\
const views = import(new URL(".%s", document.baseURI).href);
export default async (call) => {
  const { default: all, receive } = await views;
  return receive(all, %s, %s, call);
};
"""


@cache
def texts() -> dict[str, str]:
    """Return all scripts by their path below the root, as they were when the server started."""
    files = sorted(file for room in ("ui", "pages") for file in (ROOT / room).rglob("*.js"))
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


def imports(path: str) -> dict[str, list[str]]:
    """Return what a script imports: names by the path of the script that exports them."""
    found = {}
    for names, other in IMPORT.findall(texts()[path]):
        source = (ROOT / path).parent.joinpath(other).resolve().relative_to(ROOT).as_posix()
        found[source] = [name for name in map(str.strip, names.split(",")) if name]
    return found


@cache
def modules(*paths: str) -> tuple[str, ...]:
    """Return scripts and all that they import: each once, after those that it imports.

    Raises:
        KeyError: if there is no such script.
        ValueError: if scripts import each other.
    """
    found: dict[str, None] = {}

    def follow(path: str, *above: str) -> None:
        if path in above:
            raise ValueError(f"scripts import each other: {' <- '.join((*above, path))}")
        if path not in found:
            for other in imports(path):
                follow(other, *above, path)
            found[path] = None

    for path in paths:
        follow(path)
    return tuple(found)


@cache
def join_scripts(*paths: str) -> str:
    """Return one module that holds scripts and all that they import, and exports views by path.

    Each script keeps a scope of its own: it is a function that returns what others import from it.
    What is said for readers and the type checker stays here.

    Args:
        paths: of the scripts; all that the app has, if none is named.
    """
    order = modules(*(paths or [path for path in texts() if not path.startswith(LIVE)]))
    wanted: dict[str, set[str]] = {path: set() for path in order}
    if not paths:
        wanted[RECEIVE].add("receive")  # by the loader; a file hands its data to views by itself
    for path in order:
        for source, names in imports(path).items():
            wanted[source].update(names)
    parts = ["const scripts = {}, views = {};"]
    for path in order:
        heads = [
            f"const {{ {', '.join(names)} }} = scripts[{json.dumps(source)}];"
            for source, names in imports(path).items()
        ]
        body = DOCUMENTED.sub("", IMPORT.sub("", texts()[path]))
        body = re.sub("^export default ", f"views[{json.dumps(path)}] = ", body, flags=re.MULTILINE)
        body = EXPORTED.sub(_name_exports, body)
        body = re.sub("^export ", "", body, flags=re.MULTILINE)
        exports = ", ".join(sorted(wanted[path]))
        name = json.dumps(path)
        parts.append(f"scripts[{name}] = (() => {{")
        parts += [*heads, body.strip(), f"return {{ {exports} }};", "})();"]
    if not paths:
        parts.append(f"export const {{ receive }} = scripts[{json.dumps(RECEIVE)}];")
    return "\n".join([*parts, "export default views;", ""])


def _name_exports(exported: re.Match[str]) -> str:
    """Write ``export{b as html}`` as the constant that other scripts take."""
    pairs = (one.split(" as ") for one in exported[1].split(","))
    return f"const {', '.join(f'{name} = {own}' for own, name in pairs)};"


@cache
def route() -> str:
    """Return the path at which the scripts are served: another one when any of them changes."""
    return f"/views/{hashlib.sha256(join_scripts().encode()).hexdigest()[:16]}.js"


def loader(path: str, picture: bool = False) -> str:
    """Return what Streamlit runs for the view of a script; a picture can be taken along."""
    return LOADER % (route(), json.dumps(path), json.dumps(picture))


def preload() -> str:
    """Return HTML by which a browser asks for the scripts before the first view needs them."""
    spoken = language()
    link = f'<link rel="modulepreload" href=".{route()}">'
    if spoken == ENGLISH:
        return link
    catalogue = f".{messages_route(spoken)}"
    return f'{link}<link id="messages" rel="preload" as="fetch" crossorigin href="{catalogue}">'


@cache
def compress_scripts() -> bytes:
    """Return the joined scripts as they travel: compressed once, not for each visitor."""
    return gzip.compress(join_scripts().encode(), mtime=0)


@cache
def messages_text(language: str) -> str:
    """Return the messages that scripts show, in a language, as JSON."""
    return json.dumps(for_scripts(language), ensure_ascii=False)


def messages_route(language: str) -> str:
    """Return the path at which they are served: another one when any of them changes."""
    known = hashlib.sha256(messages_text(language).encode()).hexdigest()[:16]
    return f"/messages/{known}.{language}.json"


class Sliced(Response):
    """An answer that is sent a slice at a time: no more than one waits for a slow browser."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        for place in range(0, len(self.body), SLICE):
            part = self.body[place : place + SLICE]
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def messages(request: Request) -> Response:
    """Answer with the messages of a language."""
    language = request.path_params["name"].split(".")[-2:][0]
    if language not in languages()[1:]:
        return PlainTextResponse("There is no such language here.", 404)
    headers = {"Cache-Control": FOR_EVER}
    return Response(messages_text(language), media_type="application/json", headers=headers)


async def script(request: Request) -> Response:
    """Answer with the scripts."""
    return answer_for_ever(request, compress_scripts(), "text/javascript")


def answer_for_ever(
    request: Request, packed: bytes, media_type: str, cache: str = FOR_EVER
) -> Response:
    """Answer with a text that stays as it is at its address, compressed if it can be.

    Args:
        request: says whether the browser reads gzip.
        packed: the text, compressed once, not for each visitor.
        media_type: of the text.
        cache: who may keep it, and for how long.
    """
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Sliced(gzip.decompress(packed), media_type=media_type, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Sliced(packed, media_type=media_type, headers=headers)
