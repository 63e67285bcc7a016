"""The fixed texts of pages: ``text.md`` in the folder of each, and ``text.de.md`` beside it.

Pages name sections by their English headings, whatever the visitor reads; so do links.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from model.config import ModelConfig
from ui import contents, locales
from ui.messages import language
from ui.words import whole

PAGES = Path(__file__).parents[2] / "pages"


def folder(name: str) -> Path:
    """Return the folder of a page."""
    return PAGES / contents.page(name).section / name


def prose(name: str) -> dict[str, str]:
    """Return a page's text, Markdown by English section heading; key "" is what precedes them."""
    return {heading: part.body for heading, part in _text(name).items()}


def section(name: str, heading: str, config: ModelConfig) -> str:
    """Return the text of a section; a gap such as ``{=d_model}`` is filled from the config."""
    return re.sub(r"\{=(\w+)\}", lambda gap: whole(getattr(config, gap[1])), prose(name)[heading])


def names(name: str) -> dict[str, str]:
    """Return the names of a page's sections in links, by English heading.

    ``## Heading {#name}`` gives a name; otherwise it is made from the heading's words.
    """
    return {heading: part.key for heading, part in _text(name).items() if heading}


def translate_heading(name: str, heading: str) -> str:
    """Return a section's heading in the visitor's language, given the English one."""
    return _text(name)[heading].heading


class _Part(NamedTuple):
    """A section of a page's text: name in links, heading, body."""

    key: str
    heading: str
    body: str


def _text(name: str) -> dict[str, _Part]:
    """Return the sections in the visitor's language by English heading, paired by their order."""
    path = folder(name) / "text.md"
    english = text_parts(path, path.stat().st_mtime_ns)
    own = locales.beside(path, language())
    if own == path:
        return english
    parts = text_parts(own, own.stat().st_mtime_ns).values()
    pairs = zip(english.items(), parts, strict=True)
    return {heading: part._replace(key=paired.key) for (heading, paired), part in pairs}


@lru_cache(maxsize=256)
def text_parts(path: Path, changed: int) -> dict[str, _Part]:
    """Split a text file at its ``##`` headings; cached until ``changed``, its mtime, differs."""
    text = path.read_text(encoding="utf-8")
    first, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    found = {"": _Part("", "", first.strip())}
    for part in rest:
        line, __, body = part.partition("\n")
        heading, __, key = line.strip().removesuffix("}").partition(" {#")
        key = key or "_".join(re.findall("[a-z0-9]+", heading.lower()))
        found[heading] = _Part(key, heading, body.strip())
    return found
