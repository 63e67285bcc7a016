"""Provenance: what a page shows, app version, fingerprint of the weights; the footer."""

import os
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from model.storage import MODEL
from ui import contents
from ui.choices import controls, link
from ui.frame.static_pages import render
from ui.locales import ENGLISH, find_nearest_language, find_request_language
from ui.messages import N_, _, language, use_locale
from ui.readings import optional_artefacts, session
from ui.readings.changes import format_changes, label_change
from ui.readings.reading import Reading
from ui.words import language_name

ROOT = Path(__file__).parents[2]
STATIC_PAGES = {
    "privacy": render.privacy_html,
    "accessibility": render.accessibility_html,
    "vpat": render.vpat_html,
}


def list_public_files() -> dict[str, Path]:
    """Return the existing files that are served below /_about/, by name."""
    known = {
        "licence": ROOT / "LICENSE",
        "citation": optional_artefacts.CITATION,
        "model-card": session.MODEL_FOLDER / "README.md",
        "weights-licence": session.MODEL_FOLDER / "LICENSE.md",
    }
    return {name: path for name, path in known.items() if path.is_file()}


@cache
def icon_data_uri() -> str:
    """Return the app's SVG icon as a data URI."""
    svg = (ROOT / "assets" / "icon.svg").read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"


def is_shipped_model() -> bool:
    """Whether the model in use is the one shipped with this repository."""
    return session.MODEL_FOLDER == MODEL


def weights_licence() -> str:
    """Return the licence of the weights in a few words; "" if the model has no licence file."""
    if is_shipped_model():
        return "CC BY-SA 4.0"
    return _("their own licence") if "weights-licence" in list_public_files() else ""


def read_citation_field(name: str) -> str:
    """Return a field of CITATION.cff, such as "version"; "" if missing or unreadable."""
    return (optional_artefacts.read_once(optional_artefacts.CITATION).content or {}).get(name, "")


def short_fingerprint() -> str:
    """Return the first 12 characters of the weights' fingerprint."""
    return session.fingerprint()[:12]


def page_metadata(name: str, reading: Reading) -> dict[str, object]:
    """Return the facts on what a page shows now that its citation and its downloads contain.

    Args:
        name: name of the page.
        reading: the reading of its sentence.

    Returns:
        "page" and "title"; "sentence", "translation", and the names of the languages "from" and
        "to"; "layer" and "head", from 1, if the page has them; the changes of the model, as words
        ("changes") and as the value of the link's parameter "edits"; "version" of the app and
        fingerprint of the "weights".
    """
    tokenizer, choices = session.glass().tokenizer, link.current_choices()
    return {
        "page": name,
        "title": contents.find_page(name).title,
        "sentence": reading.text,
        "translation": reading.translation,
        "from": language_name(controls.source_language()),
        "to": language_name(reading.language),
        **{key: choices[key] for key in ("layer", "head") if key in choices},
        "changes": [label_change(change, tokenizer) for change in reading.changes],
        "edits": format_changes(reading.changes),
        "version": read_citation_field("version"),
        "weights": short_fingerprint(),
    }


def show_footer(name: str) -> None:
    """Draw a page's footer: version, fingerprint of the weights, licences, links.

    Args:
        name: name of the page.
    """
    source, live = _read_address_variable("GLASS_SOURCE"), live_address(name)
    spoken = "" if language() == ENGLISH else f"?lang={language()}"
    licensed = _about_link_markdown("weights-licence", weights_licence())
    parts = [
        f"Glass Transformer {read_citation_field('version')}".strip(),
        _("code: {licence}").format(licence=_about_link_markdown("licence", "MIT")),
        (_("weights {fingerprint}: {licence}") if licensed else _("weights {fingerprint}")).format(
            fingerprint=short_fingerprint(), licence=licensed
        ),
        _about_link_markdown("model-card", _("model card")),
        _about_link_markdown("citation", _("cite")),
        f"[{_('privacy')}](./_about/privacy{spoken})",
        f"[{_('accessibility')}](./_about/accessibility{spoken})",
        f"[{_('source')}]({source})" if source else _("source code"),
        f"[{_('open without a server')}]({live})" if live else "",
    ]
    with st.container(key="footer"):
        st.markdown(" · ".join(filter(None, parts)))


def live_address(name: str) -> str:
    """Return the URL of a page, with its current choices, in the app's edition without a server.

    Returns:
        The URL; "" if that edition lacks the page, or if the environment variable ``GLASS_LIVE``
        does not say where the edition is.
    """
    folder = _read_address_variable("GLASS_LIVE")
    if not folder or name not in contents.LIVE:
        return ""
    file = "index" if name == contents.LANDING else name
    spoken = "" if language() == ENGLISH else f"{language()}/"
    return f"{folder.rstrip('/')}/{spoken}{file}.html?{link.shareable_query_string()}"


def _read_address_variable(variable: str) -> str:
    """Return a URL from an environment variable; "" if unset or unusable in a Markdown link."""
    said = os.environ.get(variable, "").strip()
    return said if re.fullmatch(r"https?://[^\s()<>\[\]]+", said) else ""


def _about_link_markdown(name: str, text: str) -> str:
    """Return a Markdown link to a file below /_about/; "" if there is no such file."""
    return f"[{text}](./_about/{name})" if name in list_public_files() else ""


async def serve_about_file(request: Request) -> Response:
    """Serve a file of /_about/: static pages as HTML, others as plain text; else 404."""
    name = request.path_params["name"]
    if name in STATIC_PAGES:
        with use_locale(find_nearest_language(request.query_params.get("lang"))):
            return HTMLResponse(STATIC_PAGES[name](read_citation_field("version")))
    path = list_public_files().get(name)
    if path is None:
        return _respond_404(request, N_("There's no such file here."))
    try:
        return PlainTextResponse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return _respond_404(request, N_("This file can't be read here."))


def _respond_404(request: Request, message: str) -> Response:
    """Return a 404 response with a message in the browser's language."""
    with use_locale(find_request_language(request.scope)):
        return PlainTextResponse(_(message), 404)
