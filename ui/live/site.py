"""Writes the live edition: a folder of static files for any web server, model included.

``ui/live/page.js`` runs in the page, ``ui/live/worker.js`` runs the engine. Files with a checksum
in their names may be cached for ever.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

import streamlit

from model import detection, storage
from model.languages import LANGUAGES
from ui.contents import OPENS, find_page
from ui.frame.texts import read_page_sections
from ui.live.blocks import (
    DETECT,
    bar_html,
    footer_html,
    json_script_html,
    language_folder,
    main_html,
    nav_html,
    page_file_name,
)
from ui.live.plan import Edition, LivePage
from ui.live.story import NAME, read_scenes, read_training_film, read_training_record
from ui.live.weights import order_by_need
from ui.locales import ENGLISH, languages, script_catalogue
from ui.messages import _, language, use_locale
from ui.readings.language import EXAMPLES
from ui.views.file.standalone import standalone_styles
from ui.views.scripts import ROOT, join_scripts
from ui.words import language_name

HERE = Path(__file__).parent
PAGE_SCRIPT, WORKER = "ui/live/page.js", "ui/live/worker.js"
SHARED_FOLDER = "live"  # folder of the files that all pages share
OFFLINE = "offline.js"
FILE_LIST = "site.json"  # list of all files of a site; only a folder that has it may be replaced
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'"
)


def read_edition(folder: Path) -> Edition:
    """Return the live edition of the model in a folder, with all its pages and examples.

    Raises:
        ValueError: if there is no model, or the engine does not support its architecture.
    """
    try:
        config = storage.read_config(folder)
    except OSError as error:
        raise ValueError(f"there is no model in {folder}") from error
    if config.converted_from or config.biases or config.activation != "relu":
        raise ValueError("the live edition knows models of this repository's own training only")
    return Edition(folder, config)


def write_site(
    folder: Path, edition: Edition, replace: bool, report: Callable[[str], None]
) -> None:
    """Write the live edition as a static website, over an older one only if ``replace``.

    Args:
        folder: the folder to write; it is created if needed.
        edition: the edition.
        replace: whether an older site in the folder may be replaced.
        report: called with a line about number and size of the files.

    Raises:
        ValueError: if the folder holds other files, or a site that may not be replaced.
    """
    clear_site_folder(folder, replace)
    written: dict[str, bytes] = {}

    def keep(name: str, content: bytes) -> str:
        """Add a file to those that all pages share; return its path, which has a checksum in it."""
        stem, __, ending = name.partition(".")
        path = f"{SHARED_FOLDER}/{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
        written[path] = content
        return path

    scripts = [PAGE_SCRIPT, *(script for one in edition.pages for script in one.views.values())]
    shared = {
        "page": keep("page.js", bundle_scripts(PAGE_SCRIPT, *scripts).encode()),
        "worker": keep("worker.js", bundle_scripts(WORKER, WORKER).encode()),
        "styles": keep("live.css", link_fonts(bundle_styles(tuple(scripts)), keep).encode()),
        "model": add_model_files(edition, keep),
    }
    for code in languages():
        with use_locale(code):
            written |= render_pages(edition, shared, keep)
    written["icon.svg"] = (ROOT / "assets/icon.svg").read_bytes()
    written["manifest.webmanifest"] = web_app_manifest().encode()
    written[OFFLINE] = service_worker_script(written).encode()
    written[FILE_LIST] = (json.dumps(sorted(written), indent=1) + "\n").encode()
    for name, content in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    report(f"{len(written)} files, {sum(map(len, written.values())) / 1e6:.1f} MB")


def clear_site_folder(folder: Path, replace: bool) -> None:
    """Delete the files of an older site, so that a new one can be written into the folder.

    Args:
        folder: folder of the site; nothing is done if it is empty or missing.
        replace: whether an older site may be deleted.

    Raises:
        ValueError: if the folder holds other files, or a site that may not be deleted.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / FILE_LIST).is_file():
        raise ValueError(f"{folder} holds other files: name an empty folder")
    if not replace:
        raise ValueError(f"{folder} holds a site: add --replace to write it anew")
    for name in json.loads((folder / FILE_LIST).read_text(encoding="utf-8")):
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()):
            path.unlink(missing_ok=True)


def add_model_files(edition: Edition, add_file: Callable[[str, bytes], str]) -> dict[str, object]:
    """Add the model's files to a site; return what the pages' data say of the model.

    Args:
        edition: the live edition.
        add_file: adds a file by name and content; returns its path in the site.

    Returns:
        The paths "weights", "vocabulary", "kernel" (WebAssembly) and "detection" (language
        detector); "size" (bytes) and "sha256" of the weights; and the model's "config".
    """
    weights = order_by_need((edition.folder / storage.WEIGHTS).read_bytes())
    return {
        "weights": add_file(storage.WEIGHTS, weights),
        "size": len(weights),
        "sha256": hashlib.sha256(weights).hexdigest(),
        "vocabulary": add_file(
            storage.VOCABULARY, (edition.folder / storage.VOCABULARY).read_bytes()
        ),
        "kernel": add_file("linear.wasm", (HERE / "engine/linear.wasm").read_bytes()),
        "detection": add_file(detection.TABLE.name, detection.TABLE.read_bytes()),
        "config": asdict(edition.config),
    }


def render_pages(
    edition: Edition, shared: Mapping[str, object], add_file: Callable[[str, bytes], str]
) -> dict[str, bytes]:
    """Return all pages' HTML in the current language, by path; add files of texts they share.

    Args:
        edition: the live edition.
        shared: paths of the files "page", "worker" and "styles"; and "model", what
            ``add_model_files`` returned.
        add_file: adds a file by name and content; returns its path in the site.
    """
    spoken, root = language(), "" if language() == ENGLISH else "../"
    site = add_file(
        f"site.{spoken}.json", json.dumps(collect_site_data(edition), ensure_ascii=False).encode()
    )
    messages = ""
    if spoken != ENGLISH:
        catalogue = json.dumps(script_catalogue(spoken), ensure_ascii=False).encode()
        messages = add_file(f"messages.{spoken}.json", catalogue)
    return {
        language_folder(spoken) + page_file_name(one.name): page_html(
            one, edition, root, {**shared, "site": site, "messages": messages}
        ).encode()
        for one in edition.pages
    }


def page_html(page: LivePage, edition: Edition, root: str, shared: Mapping[str, object]) -> str:
    """Return a page of the live edition as a complete HTML page.

    Args:
        page: the page.
        edition: the edition that it belongs to.
        root: relative path from the page to the root of the site: "", or "../" below a folder.
        shared: what all pages share: the paths of the files "page", "worker", "styles", "site"
            (data) and "messages" (translations; "" for English), from the root of the site; and
            "model", the paths, size and configuration of the model.
    """
    files = shared["model"]
    assert isinstance(files, dict)
    here = {name: f"{root}{path}" for name, path in files.items() if name in MODEL_FILES}
    told = {
        **initial_page_data(page, edition),
        "worker": f"{root}{shared['worker']}",
        "site": f"{root}{shared['site']}",
        "model": {**files, **here},
        "offline": f"{root}{OFFLINE}",
    }
    catalogue = shared["messages"]
    link = f'<link id="messages" rel="preload" as="fetch" crossorigin href="{root}{catalogue}">'
    return _SHELL.format(
        language=language(),
        policy=POLICY,
        title=find_page(page.name).title,
        about=_(
            "Type a sentence and watch a real Transformer translate it, right in this browser."
        ),
        root=root,
        styles=f"{root}{shared['styles']}",
        messages=link if catalogue else "",
        page=f"{root}{shared['page']}",
        head=nav_html(edition.pages, page.name, root, edition.app),
        bar=bar_html(edition),
        main=main_html(page, edition),
        foot=footer_html(edition.app),
        needs=_("This page needs JavaScript."),
        told=json_script_html("live", told),
    )


def initial_page_data(page: LivePage, edition: Edition) -> dict[str, object]:
    """Return the data with which a page's script starts.

    Args:
        page: the page.
        edition: the live edition that it belongs to.

    Returns:
        "page" (its name), "app" (URL of the full app), "languages" (codes), "text" (the first
        sentence), "from" (always "detect") and "to" (code of the target language).
    """
    source, text = first_example(edition)
    codes = edition.config.languages
    return {
        "page": page.name,
        "app": edition.app,
        "languages": codes,
        "text": text,
        "from": DETECT,
        "to": next(code for code in codes if code != source),
    }


def first_example(edition: Edition) -> tuple[str, str]:
    """Return the first sentence that a page shows, as (language code, text).

    It is the first example; of the app's own, the first in the interface language, if any.
    """
    own = [one for one in edition.examples if one[0] == language()]
    return own[0] if own and edition.examples is EXAMPLES else edition.examples[0]


MODEL_FILES = ("weights", "vocabulary", "kernel", "detection")
_SHELL = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Glass Transformer</title>
<meta name="description" content="{about}">
<link rel="icon" href="{root}icon.svg">
<link rel="manifest" href="{root}manifest.webmanifest">
<link rel="stylesheet" href="{styles}">
{messages}
<script type="module" src="{page}"></script>
</head>
<body>
{head}
{bar}
{main}
{foot}
<noscript>{needs}</noscript>
{told}
</body>
</html>
"""


def collect_site_data(edition: Edition) -> dict[str, object]:
    """Return the data that all pages share, in the current language.

    Returns:
        By language code, "names" of the model's languages and "pronouns"; by block of the diagram,
        "opens" (page that a click opens) and "texts"; "directions" of the training, such as
        "en-fr"; "alignment" (errors of each head); of the story, "scenes" and "film" (translations
        during the training). What is unknown is None.
    """
    names = [one.name for one in edition.pages]
    opens = {
        block: {"address": find_page(name).address, "title": find_page(name).title}
        for block, name in OPENS.items()
        if name in names
    }
    texts = {
        block: text.replace("\n", " ")
        for heading, text in read_page_sections("overview").items()
        for block in heading.split(", ")
        if block
    }
    directions = read_training_record(edition.folder).get("directions")
    codes = edition.config.languages
    return {
        "names": {code: language_name(code) for code in codes},
        "opens": opens,
        "texts": {"overview": texts},
        "pronouns": {code: sorted(LANGUAGES[code].pronouns) for code in codes if code in LANGUAGES},
        "directions": list(directions) if directions is not None else None,
        "alignment": _read_alignment_scores(edition),
        "scenes": read_scenes(edition.folder, edition.config) if NAME in names else [],
        "film": read_training_film(edition.folder),
    }


def _read_alignment_scores(edition: Edition) -> dict | None:
    """Return the heads' word alignment error table; None if not measured for these weights."""
    path = edition.folder / storage.ALIGNMENT
    if not path.is_file():
        return None
    table = json.loads(path.read_text(encoding="utf-8"))
    return table if table.get("weights") == storage.fingerprint(edition.folder) else None


def bundle_scripts(first: str, *scripts: str) -> str:
    """Return scripts and all that they import as one script, which starts by itself.

    Args:
        first: path of the script whose default export is called at the start.
        *scripts: paths of all scripts to include, ``first`` among them.
    """
    code = re.sub(r"^\s*//.*\n", "", join_scripts(*scripts), flags=re.MULTILINE)
    code = code.replace("\nexport default views;", "")
    return f'"use strict";\n{code}views[{json.dumps(first)}](views);\n'


def bundle_styles(scripts: tuple[str, ...]) -> str:
    """Return the CSS of pages that use the scripts with these paths.

    The URLs of the fonts are the placeholders "SANS" and "CODE"; see ``link_fonts``.
    """
    answer = (ROOT / "ui/frame/bar.css").read_text(encoding="utf-8")
    own = (HERE / "live.css").read_text(encoding="utf-8")
    return "\n".join(
        (standalone_styles(scripts), re.sub(r"/\*.*?\*/", "", answer + own, flags=re.DOTALL))
    )


def link_fonts(styles: str, add_file: Callable[[str, bytes], str]) -> str:
    """Add the font files to a site; return the CSS with their paths in place of the placeholders.

    Args:
        styles: the CSS, from ``bundle_styles``.
        add_file: adds a file by name and content; returns its path in the site.
    """
    add_file("fonts.txt", (HERE / "fonts.txt").read_bytes())
    for name, content in read_fonts().items():
        path = add_file(f"{name.lower()}.woff2", content)
        styles = styles.replace(f'url("{name}")', f'url("{path.rpartition("/")[2]}")')
    return styles


def read_fonts() -> dict[str, bytes]:
    """Return Streamlit's two font files by their placeholders in the CSS, "SANS" and "CODE"."""
    media = Path(streamlit.__file__).parent / "static/static/media"
    files = {"SANS": "SourceSansVF-Upright*.woff2", "CODE": "SourceCodeVF-Upright*.woff2"}
    return {name: next(media.glob(pattern)).read_bytes() for name, pattern in files.items()}


def web_app_manifest() -> str:
    """Return the web app manifest as JSON; with it, a phone can install the page as an app."""
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    about = {
        "name": "Glass Transformer",
        "short_name": "Glass",
        "start_url": "overview.html",
        "icons": [icon],
    }
    return json.dumps(about | {"display": "standalone", "background_color": "#ffffff"})


def service_worker_script(contents: Mapping[str, bytes]) -> str:
    """Return the JavaScript of the service worker, which makes the site work offline.

    Args:
        contents: contents of all files of the site, by path; the script lists these paths.
    """
    version = hashlib.sha256(b"".join(sorted(name.encode() + contents[name] for name in contents)))
    code = (HERE / OFFLINE).read_text(encoding="utf-8")
    files = json.dumps(sorted(contents), indent=1)
    return code.replace("{version}", version.hexdigest()[:16]).replace('["{files}"]', files)
