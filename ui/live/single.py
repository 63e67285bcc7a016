"""The live edition as one HTML file, which a browser opens from disk.

Its Content-Security-Policy allows its script by hash. The model's files are embedded as text
(``document.py``), which the worker decodes; the worker itself is created from text in the page.
"""

import base64
import gzip
import hashlib
import html
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from model import detection, storage
from ui.contents import find_page
from ui.live.blocks import (
    bar_html,
    footer_html,
    json_script_html,
    main_html,
    nav_html,
    page_file_name,
)
from ui.live.plan import Edition
from ui.live.site import (
    HERE,
    PAGE_SCRIPT,
    WORKER,
    bundle_scripts,
    bundle_styles,
    collect_site_data,
    initial_page_data,
    read_fonts,
)
from ui.locales import ENGLISH, script_catalogue
from ui.messages import _, language, use_locale
from ui.views.file.standalone import encode_base91

_SHELL = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Glass Transformer</title>
<style>{styles}</style>
</head>
<body>
{body}
<noscript>{needs}</noscript>
{templates}
{told}
{packed}
<script type="module">{script}</script>
</body>
</html>
"""


def write_single(
    file: Path, edition: Edition, language: str, report: Callable[[str], None]
) -> None:
    """Write the live edition in one language as a single HTML file; report a line on its size.

    Args:
        file: path of the file; an existing one is replaced.
        edition: the edition.
        language: code of its language.
        report: called with a line about the file's size.

    Raises:
        ValueError: if the path is a folder.
    """
    if file.is_dir():
        raise ValueError(f"{file} is a folder: name a file, such as {file}.html")
    with use_locale(language):
        text = single_html(edition)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    report(f"{file.name}, {len(text.encode()) / 1e6:.1f} MB")


def single_html(edition: Edition) -> str:
    """Return the whole live edition, model included, as one HTML page in the current language."""
    first = edition.pages[0]
    scripts = [PAGE_SCRIPT, *(script for one in edition.pages for script in one.views.values())]
    script = bundle_scripts(PAGE_SCRIPT, *scripts).replace("</script", "<\\/script")
    catalogue = None if language() == ENGLISH else script_catalogue(language())
    weights = (edition.folder / storage.WEIGHTS).read_bytes()
    model = {
        "size": len(weights),
        "sha256": hashlib.sha256(weights).hexdigest(),
        "config": asdict(edition.config),
    }
    told = initial_page_data(first, edition) | {"model": model, "catalogue": catalogue}
    templates = "".join(
        f'<template id="page-{page_file_name(one.name).removesuffix(".html")}">'
        f"{main_html(one, edition)}</template>"
        for one in edition.pages
    )
    body = (
        nav_html(edition.pages, first.name, "", edition.app, single_file=True)
        + bar_html(edition)
        + main_html(first, edition)
        + footer_html(edition.app)
    )
    return _SHELL.format(
        language=language(),
        policy=make_security_policy(script),
        title=html.escape(find_page(first.name).title),
        styles=_inline_styles(tuple(scripts)),
        body=body,
        needs=html.escape(_("This page needs JavaScript.")),
        templates=templates,
        told=json_script_html("live", told) + json_script_html("words", collect_site_data(edition)),
        packed="".join(
            _gzip_element_html(name, content) for name, content in read_page_files(edition).items()
        ),
        script=script,
    )


def read_page_files(edition: Edition) -> dict[str, bytes]:
    """Return the files that the single HTML page embeds, by the name that ``page.js`` knows.

    Returns:
        The contents of "worker" (script that runs the engine), "weights", "vocabulary", "kernel"
        (WebAssembly) and "detection" (table of the language detector).
    """
    return {
        "worker": bundle_scripts(WORKER, WORKER).encode(),
        "weights": (edition.folder / storage.WEIGHTS).read_bytes(),
        "vocabulary": (edition.folder / storage.VOCABULARY).read_bytes(),
        "kernel": (HERE / "engine/linear.wasm").read_bytes(),
        "detection": detection.TABLE.read_bytes(),
    }


def _gzip_element_html(name: str, content: bytes) -> str:
    """Return a <script> element that holds a file, gzipped and encoded as text."""
    packed = gzip.compress(content, mtime=0)
    letters = encode_base91(packed)
    return f'<script type="text/packed" id="{name}" data-size="{len(packed)}">{letters}</script>\n'


def make_security_policy(script: str) -> str:
    """Return a Content-Security-Policy that lets a page run one script and load nothing else.

    Args:
        script: text of the script; the policy names it by its hash.
    """
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{known}' 'wasm-unsafe-eval' blob:; "
        "worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def _inline_styles(scripts: tuple[str, ...]) -> str:
    """Return the CSS of the pages with these scripts, fonts included as data URIs."""
    styles = bundle_styles(scripts)
    for name, content in read_fonts().items():
        data = base64.b64encode(content).decode()
        styles = styles.replace(f'url("{name}")', f'url("data:font/woff2;base64,{data}")')
    return styles
