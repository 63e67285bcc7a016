"""Views as a standalone HTML file that works from the disk and loads nothing.

It holds the scripts, styles and data of its views. Its content security policy names its own
scripts by their hashes, so nothing else runs in it and nothing is loaded. Events that need the
model lead into the app (``boot.js``).
"""

import asyncio
import base64
import gzip
import hashlib
import html
import json
import re
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ui.locales import ENGLISH, find_nearest_language, find_request_language, script_catalogue
from ui.messages import _, language, use_locale
from ui.views.scripts import (
    ROOT,
    immutable_response,
    join_scripts,
    resolve_imports,
    script_texts,
)

UNPACK, BOOT = "ui/views/file/unpack.js", "ui/views/file/boot.js"
MENU = "ui/views/take_away/menu.js"
PLOT = "ui/views/plot.js"
PLOTLY = next((ROOT / "assets" / "plotly").glob("figures-*.min.js.gz"))  # see build/ there
FRAME = ROOT / "ui" / "frame"
HERE = Path(__file__).parent
NOTHING = "{}"
_lock = threading.Lock()
CHARACTERS = bytes(one for one in range(33, 127) if one not in b'"&<')
_SHELL = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{styles}</style>
</head>
<body>
{body}
<noscript>{needs}</noscript>
<script type="application/json" id="glass">{told}</script>
{packed}<script type="module">{unpack}</script>
</body>
</html>
"""


def standalone_page_html(
    paths: Sequence[str],
    boot_data: Mapping[str, object] | None = None,
    *,
    title: str = "Glass Transformer",
    body: str = "<main></main>",
) -> str:
    """Return an HTML page that draws some views without the app and loads nothing.

    Args:
        paths: paths of the views' scripts.
        boot_data: data for ``boot.js``, which lists all its keys: "words" (title, sentence and link
            of the page) and "views" (the data of each view); or "variants", a list of such data,
            one for each sentence to choose from. None: the browser fills it in.
        title: title of the window.
        body: HTML of our own, with ``<div data-view="0">`` where the first view stands.
    """
    scripts = tuple(dict.fromkeys((BOOT, MENU, *sorted(paths))))
    unpack = _entry_script((UNPACK,), UNPACK)
    packed = [_plotly_hash_and_element()] if PLOT in scripts else []
    packed.append(_script_hash_and_element(_entry_script(scripts, BOOT), "module"))
    hashes = [_csp_hash(unpack), *(known for known, __ in packed)]
    policy = (
        f"default-src 'none'; script-src {' '.join(hashes)}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; form-action 'none'"
    )
    # No text that a person typed can end the script element that holds it: "<" is escaped.
    spoken = language()
    known = {} if spoken == ENGLISH else {"catalogue": script_catalogue(spoken)}
    said = NOTHING if boot_data is None else json.dumps({**known, **boot_data}, ensure_ascii=False)
    return _SHELL.format(
        policy=policy,
        language=spoken,
        needs=html.escape(_("This page needs JavaScript.")),
        title=html.escape(title),
        styles=standalone_styles(scripts),
        body=body,
        told=said.replace("<", "\\u003c"),
        packed="".join(element for __, element in packed),
        unpack=unpack,
    )


async def serve_view_page(request: Request) -> Response:
    """Return the response to a request for a view's standalone page, still without data; else 404.

    The browser fills in the view's data when it saves the page as a file.
    """
    stem = request.path_params["stem"]
    found = [path for path in script_texts() if Path(path).stem == stem and is_view(path)]
    if not found:
        with use_locale(find_request_language(request.scope)):
            return PlainTextResponse(_("There's no such view."), 404)
    spoken = find_nearest_language(request.query_params.get("lang"))
    packed = await asyncio.to_thread(compress_view_page, found[0], spoken)
    return immutable_response(request, packed, "text/html", "no-cache")


def compress_view_page(path: str, language: str) -> bytes:
    """Return a view's page without data as gzip, made once; concurrent callers wait for it.

    Args:
        path: path of the view's script.
        language: code of the interface language.
    """
    with _lock:
        return _compress_view_page_once(path, language)


@cache
def _compress_view_page_once(path: str, language: str) -> bytes:
    """Return a view's page as gzip; cached: 10 MB for all views in four languages."""
    with use_locale(language):
        return gzip.compress(standalone_page_html([path]).encode(), mtime=0)


def is_view(path: str) -> bool:
    """Whether a script draws a view: it has a default export and a Python module."""
    return "\nexport default " in script_texts()[path] and (ROOT / path).with_suffix(".py").exists()


def view_styles(path: str) -> str:
    """Return the CSS of a view: the files beside its script and the scripts that it imports."""
    files = ((ROOT / one).with_suffix(".css") for one in resolve_imports(path))
    return "".join(file.read_text(encoding="utf-8") for file in files if file.exists())


@cache
def _entry_script(scripts: tuple[str, ...], first: str) -> str:
    """Bundle scripts into one script, which calls the default export of ``first`` on start."""
    code = re.sub(r"^\s*//.*\n", "", join_scripts(*scripts), flags=re.MULTILINE)
    return f"{code}views[{json.dumps(first)}](views);\n".replace("</script", "<\\/script")


@cache
def standalone_styles(scripts: tuple[str, ...]) -> str:
    """Return the CSS of a standalone page: colours, shared styles, and those of its views."""
    page = (FRAME / "style.css").read_text(encoding="utf-8")
    found = re.search(r"^:root \{.*?^\}", page, re.DOTALL | re.MULTILINE)
    colours = found[0] if found else ""
    shared = page[page.index("/* The buttons of ui/views/library/player.js. */") :]
    menu = (FRAME / "take_away.css").read_text(encoding="utf-8")
    ring = (ROOT / "ui/views/library/focus.css").read_text(encoding="utf-8")
    own = (HERE / "document.css").read_text(encoding="utf-8")
    views = "".join(dict.fromkeys(view_styles(path) for path in scripts))
    text = "\n".join((colours, shared, menu, ring, views, own))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


@cache
def _plotly_hash_and_element() -> tuple[str, str]:
    """Return the hash of plotly.js for the security policy, and its packed element."""
    packed = PLOTLY.read_bytes()
    return _csp_hash(gzip.decompress(packed).decode()), _script_element_html(
        packed, "text/javascript"
    )


@cache
def _script_hash_and_element(script: str, script_type: str) -> tuple[str, str]:
    """Return a script's hash for the security policy, and its packed element."""
    return _csp_hash(script), _script_element_html(
        gzip.compress(script.encode(), mtime=0), script_type
    )


def _script_element_html(packed: bytes, script_type: str) -> str:
    """Return the HTML element of a gzipped script, encoded as text."""
    size = len(packed)
    text = encode_base91(packed)
    return (
        f'<script type="text/packed" data-type="{script_type}" data-size="{size}">{text}</script>\n'
    )


def encode_base91(packed: bytes) -> str:
    """Return bytes as text in base 91, whose characters HTML need not escape.

    Two characters stand for 13 bits. The text is a quarter longer than the bytes; in base64 it
    would be a third longer.
    """
    bits = np.unpackbits(np.frombuffer(packed, np.uint8))
    rows = np.pad(bits, (0, -len(bits) % 13)).reshape(-1, 13)
    numbers = rows @ (1 << np.arange(12, -1, -1))
    pairs = np.stack(np.divmod(numbers, len(CHARACTERS)), axis=-1)
    return np.frombuffer(CHARACTERS, np.uint8)[pairs].tobytes().decode()


def _csp_hash(script: str) -> str:
    """Return a script's hash in the form of a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
