"""Views as a page of their own: one file that asks for nothing, alive from the disk.

It holds the scripts of these views, their styles and what they were given. Its policy names its own
scripts by their hashes, so nothing else runs in it and nothing is loaded. What a view would ask the
model leads into the app (``boot.js``).
"""

import base64
import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from ui.views.scripts import ROOT, join_scripts, modules, texts

BOOT, MENU = "ui/views/file/boot.js", "ui/views/take_away/menu.js"
PLOT = "ui/views/plot.js"
PLOTLY = next((ROOT / "assets" / "plotly").glob("cartesian-*.min.js.gz"))  # bars, lines, heat maps
FRAME = ROOT / "ui" / "frame"
HERE = Path(__file__).parent
NOTHING = "{}"
_SHELL = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{styles}</style>
</head>
<body>
{body}
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="glass">{told}</script>
{plotly}<script type="module">{script}</script>
</body>
</html>
"""


def document(
    paths: Sequence[str],
    told: Mapping[str, object] | None = None,
    *,
    title: str = "Glass Transformer",
    body: str = "<main></main>",
) -> str:
    """Return a page that holds views.

    Args:
        paths: of their scripts.
        told: what ``boot.js`` reads: "words" that the page says of itself, "views", and what stands
            around them. Nothing yet if None: the browser fills it in.
        title: of the window.
        body: HTML of our own, with ``<div data-view="0">`` where the first view stands.
    """
    scripts = tuple(dict.fromkeys((BOOT, MENU, *sorted(paths))))
    script = _script(scripts)
    plotly = PLOT in scripts
    hashes = [_hash(script), *([_hash(_plotly())] if plotly else [])]
    policy = (
        f"default-src 'none'; script-src {' '.join(hashes)}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; form-action 'none'"
    )
    # No text of a person can end the script that holds it.
    said = NOTHING if told is None else json.dumps(told, ensure_ascii=False)
    return _SHELL.format(
        policy=policy,
        title=html.escape(title),
        styles=_styles(scripts),
        body=body,
        told=said.replace("<", "\\u003c"),
        plotly=_packed_plotly() if plotly else "",
        script=script,
    )


async def shell(request: Request) -> Response:
    """Answer with the page of one view, which the browser fills with what the view was given."""
    stem = request.path_params["stem"]
    found = [path for path in texts() if Path(path).stem == stem and is_view(path)]
    if not found:
        return PlainTextResponse("There is no such view.", 404)
    return HTMLResponse(document(found[:1]), headers={"Cache-Control": "no-cache"})


def is_view(path: str) -> bool:
    """Whether a script draws a view."""
    return "\nexport default " in texts()[path] and (ROOT / path).with_suffix(".py").exists()


def styles_of(path: str) -> str:
    """Return the styles of a view: of its script and of all that this imports."""
    files = ((ROOT / one).with_suffix(".css") for one in modules(path))
    return "".join(file.read_text(encoding="utf-8") for file in files if file.exists())


@cache
def _script(scripts: tuple[str, ...]) -> str:
    code = re.sub(r"^\s*//.*\n", "", join_scripts(*scripts), flags=re.MULTILINE)
    return f"{code}views[{json.dumps(BOOT)}](views);\n".replace("</script", "<\\/script")


@cache
def _styles(scripts: tuple[str, ...]) -> str:
    """Return colours, what pages share, and the styles of the views."""
    page = (FRAME / "style.css").read_text(encoding="utf-8")
    found = re.search(r"^:root \{.*?^\}", page, re.DOTALL | re.MULTILINE)
    colours = found[0] if found else ""
    shared = page[page.index("/* The buttons of ui/views/library/player.js. */") :]
    menu = (FRAME / "take_away.css").read_text(encoding="utf-8")
    ring = (ROOT / "ui/views/library/focus.css").read_text(encoding="utf-8")
    own = (HERE / "document.css").read_text(encoding="utf-8")
    views = "".join(dict.fromkeys(styles_of(path) for path in scripts))
    text = "\n".join((colours, shared, menu, ring, views, own))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


@cache
def _plotly() -> str:
    return gzip.decompress(PLOTLY.read_bytes()).decode()


@cache
def _packed_plotly() -> str:
    """Return Plotly as it travels: the browser unpacks it; a third of its size."""
    packed = base64.b64encode(PLOTLY.read_bytes()).decode()
    return f'<script type="application/gzip" id="plotly">{packed}</script>\n'


def _hash(script: str) -> str:
    """Return how a policy names a script, by its text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
