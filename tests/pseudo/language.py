"""Make the language: its catalogue, its glossary and its texts, all from the English."""

import csv
import re
from contextlib import contextmanager
from pathlib import Path

from ui import locales
from ui.frame import explain, find_box, menu, server, terms, texts
from ui.locales.__main__ import merge_messages, write_catalogue
from ui.locales.extract import extract_messages

CODE = "xx"
FOR_SPECIALISTS = explain.SPECIALISTS
BEGINNING = re.compile(r"^(?:#+ |> |- |\d+\. |\*\*\w+:\*\* )?")
KEY = re.compile(r" \{#\w+\}$")
CACHES = (
    *(locales.languages, locales.load_catalogue, locales.script_catalogue, locales.locale),
    *(
        terms._read_glossary,
        terms._compile_term_pattern,
        terms.find_mentions,
        find_box._collect_search_entries,
        menu.make_navigation_pages,
    ),
    server.page_index_html,
)


def stretch(message: str) -> str:
    """Return a message in brackets, a third longer, in words of eight, with its gaps kept."""
    letters = len(re.sub(r"\{\w*(:[^}]*)?\}", "", message))
    more = re.sub("(·{8})(?=·)", "\\1\u200b", "·" * max(1, letters // 3))
    return f"⟦{message}{more}⟧"


def stretch_text(text: str) -> str:
    """Return a page's text in the language: its sections, lists, tables and formulas are kept."""
    formula, lines = False, []
    for line in text.splitlines():
        formula ^= line.count("$$") % 2 == 1
        untouched = formula or "$$" in line or not re.search(r"[^\W\d_]", line)
        lines.append(line if untouched else _stretch_line(line))
    return "\n".join(lines) + "\n"


def _stretch_line(line: str) -> str:
    if line.startswith("|"):
        cells = line.strip("|").split("|")
        return "|" + "|".join(stretch(one) if one.strip() else one for one in cells) + "|"
    begins = BEGINNING.match(line)[0]
    key = found[0] if (found := KEY.search(line)) else ""
    rest = line.removeprefix(begins).removesuffix(key)
    if rest.startswith(FOR_SPECIALISTS):
        begins += stretch(FOR_SPECIALISTS)
        rest = rest.removeprefix(FOR_SPECIALISTS)
    return f"{begins}{stretch(rest)}{key}"


def write_language(folder: Path) -> None:
    """Write the language below a folder, as if translators had."""
    catalog = merge_messages(CODE, extract_messages())
    for message in catalog:
        if message.id:
            several = isinstance(message.id, tuple)
            message.string = tuple(map(stretch, message.id)) if several else stretch(message.id)
            message.flags.discard("fuzzy")
    write_catalogue(CODE, catalog)
    with terms.FILE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    lines = ["english\tterm\tforms\tmeaning"]
    for row in rows:
        term, meaning = row["term"], stretch(row["meaning"])
        lines.append("\t".join((term, stretch(term), term, meaning)))
    (folder / CODE / terms.TRANSLATED).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for path in texts.PAGES.rglob("text.md"):
        own = folder / CODE / path.relative_to(texts.PAGES)
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(stretch_text(path.read_text(encoding="utf-8")), encoding="utf-8")


@contextmanager
def spoken(folder: Path):
    """Let the app offer the language in this block; its files are written to an empty folder.

    A folder that was used before has them already.
    """

    def beside(path: Path, language: str) -> Path:
        own = folder / CODE / path.relative_to(texts.PAGES) if language == CODE else path
        return own if own.exists() else path

    before = locales.FOLDER, locales.find_translation_file
    locales.FOLDER, locales.find_translation_file = folder, beside
    forget_languages()
    try:
        if not (folder / CODE).exists():
            write_language(folder)
            forget_languages()
        yield
    finally:
        locales.FOLDER, locales.find_translation_file = before
        forget_languages()


def forget_languages() -> None:
    for cached in CACHES:
        cached.cache_clear()
