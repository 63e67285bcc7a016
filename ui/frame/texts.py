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
from ui.words import format_integer

PAGES = Path(__file__).parents[2] / "pages"


def folder(name: str) -> Path:
    """Return the folder of the page with this name."""
    return PAGES / contents.find_page(name).section / name


def read_page_sections(name: str) -> dict[str, str]:
    """Return a page's text by English section heading, as Markdown; "" is the part before them."""
    return {heading: part.body for heading, part in _read_sections(name).items()}


def fill_section_text(name: str, heading: str, config: ModelConfig) -> str:
    """Return a section, by English heading, with gaps such as ``{=d_model}`` filled.

    Args:
        name: name of the page.
        heading: the section's English heading.
        config: the model's config, for the gaps.
    """
    return re.sub(
        r"\{=(\w+)\}",
        lambda gap: format_integer(getattr(config, gap[1])),
        read_page_sections(name)[heading],
    )


def section_link_names(name: str) -> dict[str, str]:
    """Return the names that links use for a page's sections, by English heading.

    ``## Heading {#name}`` gives a name; otherwise it is made from the heading's words.
    """
    return {heading: part.key for heading, part in _read_sections(name).items() if heading}


def translate_heading(name: str, heading: str) -> str:
    """Return a heading of a page in the visitor's language, given the English one.

    Args:
        name: name of the page.
        heading: the English heading.
    """
    return _read_sections(name)[heading].heading


class _Section(NamedTuple):
    """A section of a page's text: name in links, heading, body."""

    key: str
    heading: str
    body: str


def _read_sections(name: str) -> dict[str, _Section]:
    """Return a page's sections in the visitor's language, by English heading."""
    path = folder(name) / "text.md"
    english = split_sections(path, path.stat().st_mtime_ns)
    own = locales.find_translation_file(path, language())
    if own == path:
        return english
    parts = split_sections(own, own.stat().st_mtime_ns).values()
    pairs = zip(english.items(), parts, strict=True)
    return {heading: part._replace(key=paired.key) for (heading, paired), part in pairs}


@lru_cache(maxsize=256)
def split_sections(path: Path, mtime: int) -> dict[str, _Section]:
    """Return a file's sections by ``##`` heading; "" is the part before the first heading.

    Args:
        path: path of a Markdown file.
        mtime: time of its last change, in ns, so that a changed file is read again.
    """
    text = path.read_text(encoding="utf-8")
    first, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    found = {"": _Section("", "", first.strip())}
    for part in rest:
        line, __, body = part.partition("\n")
        heading, __, key = line.strip().removesuffix("}").partition(" {#")
        key = key or "_".join(re.findall("[a-z0-9]+", heading.lower()))
        found[heading] = _Section(key, heading, body.strip())
    return found
