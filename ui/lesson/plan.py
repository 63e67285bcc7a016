"""What a lesson is made of: pages of the app, sentences, questions; read from a TOML file."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from model.languages import LANGUAGES
from ui import contents
from ui.frame import explain
from ui.locales import ENGLISH, languages
from ui.messages import _, speaking

APP = "http://localhost:8501/"  # where make run serves the app
SERVER = {  # pages whose heart is the model at work: a lesson only leads to them
    "break_it",
    "patch_it",
    "questions",
    "teach_it",
    "train_it_yourself",
}
MOST = 12  # sentences: each page holds the numbers of all


@dataclass(frozen=True)
class Sentence:
    """A sentence of the lesson.

    Args:
        text: the sentence.
        source: code of its language.
        to: code of the language into which it is translated.
    """

    text: str
    source: str
    to: str

    @property
    def parameters(self) -> dict[str, str]:
        """What a link of the app says of it."""
        return {"source": self.text, "from": self.source, "to": self.to}


@dataclass(frozen=True)
class Chapter:
    """A page of the lesson.

    Args:
        name: of the app's page.
        choices: as a link of the app writes them, such as ``{"layer": "2"}``.
        task: what the teacher asks for here; "" for nothing.
    """

    name: str
    choices: Mapping[str, str]
    task: str = ""


@dataclass(frozen=True)
class Plan:
    """A lesson.

    Args:
        title: of the whole.
        app: address of the app, to which it leads.
        sentences: of which every page has the numbers.
        chapters: pages that the lesson holds.
        left_out: pages that it only leads to.
        questions: their numbers on the page Questions.
        language: of its pages.
    """

    title: str
    app: str
    sentences: tuple[Sentence, ...]
    chapters: tuple[Chapter, ...]
    left_out: tuple[str, ...]
    questions: tuple[int, ...]
    language: str = ENGLISH


def read_plan(path: Path) -> Plan:
    """Read a lesson.

    Raises:
        ValueError: if there is no such file, or a line of it makes no sense; the text says which.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no TOML: {error}") from error
    _refuse_unknown(
        table, {"title", "app", "language", "questions", "sentence", "page"}, "a lesson"
    )
    sentences = tuple(_sentence(one) for one in _tables(table, "sentence"))
    chapters = [_chapter(one) for one in _tables(table, "page")]
    if not 1 <= len(sentences) <= MOST:
        raise ValueError(f"a lesson has 1 to {MOST} sentences, not {len(sentences)}")
    held = tuple(one for one in chapters if one.name not in SERVER)
    if not held:
        raise ValueError("a lesson needs a page that works without the model")
    questions = table.get("questions", [])
    if not isinstance(questions, list) or not all(isinstance(one, int) for one in questions):
        raise ValueError(f"questions are numbers, such as [5, 12, 18], not {questions!r}")
    app = str(table.get("app", APP))
    if not re.match(r"https?://[^\s]+$", app):
        raise ValueError(f"app is the address of the app, such as {APP}, not {app!r}")
    spoken = str(table.get("language", ENGLISH))
    if spoken not in languages():
        raise ValueError(f"pages are in {', '.join(languages())}, not in {spoken!r}")
    with speaking(spoken):
        title = _("A lesson of Glass Transformer")
    return Plan(
        title=str(table.get("title", title)),
        app=f"{app.rstrip('/')}/",
        sentences=sentences,
        chapters=held,
        left_out=tuple(one.name for one in chapters if one.name in SERVER),
        questions=tuple(questions),
        language=spoken,
    )


def _tables(table: Mapping, name: str) -> list[Mapping]:
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"write [[{name}]] above each {name}")
    return found


def _refuse_unknown(table: Mapping, names: set[str], what: str) -> None:
    if unknown := sorted(table.keys() - names):
        raise ValueError(f"{what} has no {unknown[0]!r}, only {', '.join(sorted(names))}")


def _sentence(table: Mapping) -> Sentence:
    _refuse_unknown(table, {"text", "from", "to"}, "a sentence")
    text, source, to = (str(table.get(key, "")) for key in ("text", "from", "to"))
    if not text.strip():
        raise ValueError("a sentence needs a text")
    for code in (source or "en", to or "fr"):
        if code not in LANGUAGES:
            raise ValueError(f"there is no language {code!r}, only {', '.join(LANGUAGES)}")
    return Sentence(text, source or "en", to or "fr")


def _chapter(table: Mapping) -> Chapter:
    name = str(table.get("name", ""))
    known = [page.name for page in contents.PAGES]
    if name not in known:
        raise ValueError(f"there is no page {name!r}, only {', '.join(known)}")
    sections = table.get("sections", [])
    there = list(explain.names(name).values())
    for section in sections if isinstance(sections, list) else [sections]:
        if section not in (*there, "all"):
            raise ValueError(f"{name} has no section {section!r}, only {', '.join(there)}")
    chosen = {key: str(value) for key, value in table.items()}
    for key in ("name", "task", "sections"):
        chosen.pop(key, None)
    if sections:
        chosen["sections"] = "-".join(sections) if isinstance(sections, list) else sections
    return Chapter(name, chosen, str(table.get("task", "")))
