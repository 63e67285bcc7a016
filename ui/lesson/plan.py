"""The plan of a lesson: pages of the app, sentences, questions; read from a TOML file."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from model.languages import LANGUAGES
from ui import contents
from ui.frame import texts
from ui.locales import ENGLISH, languages
from ui.messages import N_, _, use_locale

APP = "http://localhost:8501/"  # where make run serves the app
SERVER_PAGES = {  # pages that need the running model: a lesson only links to them
    "break_it",
    "patch_it",
    "questions",
    "steer_it",
    "teach_it",
    "train_it_yourself",
}
MAX_SENTENCES = 12  # sentences; each page holds the numbers of all of them


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
        """The query parameters of a URL that opens the app with this sentence.

        "source" is the text, "from" the code of its language, "to" the code of the target language.
        """
        return {"source": self.text, "from": self.source, "to": self.to}


@dataclass(frozen=True)
class Chapter:
    """A page of the lesson.

    Args:
        name: name of the app's page.
        choices: link parameters of the page, such as ``{"layer": "2"}``.
        task: task for the students; "" for none.
    """

    name: str
    choices: Mapping[str, str]
    task: str = ""


@dataclass(frozen=True)
class Plan:
    """A lesson.

    Args:
        title: title of the lesson.
        app: URL of the app, to which it links.
        sentences: sentences, for each of which every page has the numbers.
        chapters: pages that the lesson contains.
        left_out: names of pages that it only links to.
        questions: numbers of questions of the page Questions.
        language: code of the pages' language.
        live: whether one page contains the model, for sentences of one's own.
    """

    title: str
    app: str
    sentences: tuple[Sentence, ...]
    chapters: tuple[Chapter, ...]
    left_out: tuple[str, ...]
    questions: tuple[int, ...]
    language: str = ENGLISH
    live: bool = False


def read_plan(path: Path) -> Plan:
    """Read the plan of a lesson from a TOML file.

    Raises:
        ValueError: if the file cannot be read, or an entry is invalid; the message says which.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read") from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not in UTF-8: choose that encoding when you save it"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is no TOML: {error}") from error
    spoken = str(table.get("language", ENGLISH))
    if spoken not in languages():
        raise ValueError(f"pages are in {', '.join(languages())}, not in {spoken!r}")
    with use_locale(spoken):
        return _parse_plan(table, spoken)


def _parse_plan(table: Mapping, language: str) -> Plan:
    """Return the plan that a TOML table describes; ValueError if an entry is invalid."""
    _refuse_unknown_keys(
        table,
        {"title", "app", "language", "questions", "sentence", "page"},
        N_("a lesson has no {name}, only {names}"),
    )
    sentences = tuple(_parse_sentence(one) for one in _parse_tables(table, "sentence"))
    chapters = [_parse_chapter(one) for one in _parse_tables(table, "page")]
    names = [one.name for one in chapters]
    if twice := [name for name in names if names.count(name) > 1]:  # a page's file has its name
        said = _("a lesson can't have the page {name} twice")
        raise ValueError(said.format(name=repr(twice[0])))
    if not 1 <= (count := len(sentences)) <= MAX_SENTENCES:
        said = _("a lesson has 1 to {most} sentences, not {count}")
        raise ValueError(said.format(most=MAX_SENTENCES, count=count))
    held = tuple(one for one in chapters if one.name not in SERVER_PAGES)
    if not held:
        raise ValueError(_("a lesson needs a page that works without the model"))
    return Plan(
        title=str(table.get("title", _("A Glass Transformer lesson"))),
        app=_parse_address(table),
        sentences=sentences,
        chapters=held,
        left_out=tuple(one.name for one in chapters if one.name in SERVER_PAGES),
        questions=_parse_questions(table),
        language=language,
    )


def _parse_questions(table: Mapping) -> tuple[int, ...]:
    """Return the question numbers of the plan; ValueError if they are invalid."""
    asked = table.get("questions", [])
    if not isinstance(asked, list) or not all(type(one) is int for one in asked):
        said = _("questions are given by number, such as {example}, not {found}")
        raise ValueError(said.format(example="[5, 12, 18]", found=repr(asked)))
    return tuple(asked)


def _parse_address(table: Mapping) -> str:
    """Return the app's URL in the plan, ending in "/"; ValueError if it is invalid."""
    app = str(table.get("app", APP))
    if not re.match(r"https?://[^\s]+$", app):
        said = _("{name} has to be the address of the app, such as {example}, not {found}")
        raise ValueError(said.format(name="app", example=APP, found=repr(app)))
    return f"{app.rstrip('/')}/"


def _parse_tables(table: Mapping, name: str) -> list[Mapping]:
    """Return the plan's array of tables of this name; ValueError if it is something else."""
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(
            _("write {header} above each {name}").format(header=f"[[{name}]]", name=name)
        )
    return found


def _refuse_unknown_keys(table: Mapping, names: set[str], message: str) -> None:
    """Raise ValueError, with the message ``message``, if a table has keys other than these."""
    if unknown := sorted(table.keys() - names):
        known = ", ".join(sorted(names))
        raise ValueError(_(message).format(name=repr(unknown[0]), names=known))


def _parse_sentence(table: Mapping) -> Sentence:
    """Return the sentence that a TOML table describes; ValueError if it is invalid."""
    _refuse_unknown_keys(
        table, {"text", "from", "to"}, N_("a sentence has no {name}, only {names}")
    )
    text, source, to = (str(table.get(key, "")) for key in ("text", "from", "to"))
    if not text.strip():
        raise ValueError(_("a sentence needs some text"))
    for code in (source or "en", to or "fr"):
        if code not in LANGUAGES:
            said = _("there is no language {name}, only {names}")
            raise ValueError(said.format(name=repr(code), names=", ".join(LANGUAGES)))
    return Sentence(text, source or "en", to or "fr")


def _parse_chapter(table: Mapping) -> Chapter:
    """Return the lesson page that a TOML table describes; ValueError if it is invalid."""
    name = str(table.get("name", ""))
    known = [page.name for page in contents.PAGES]
    if name not in known:
        said = _("there is no page {name}, only {names}")
        raise ValueError(said.format(name=repr(name), names=", ".join(known)))
    sections = table.get("sections", [])
    there = list(texts.section_link_names(name).values())
    for section in sections if isinstance(sections, list) else [sections]:
        if section not in (*there, "all"):
            said = _("{page} has no section {name}, only {names}")
            values = {"page": name, "name": repr(section), "names": ", ".join(there)}
            raise ValueError(said.format(**values))
    chosen = {key: str(value) for key, value in table.items()}
    for key in ("name", "task", "sections"):
        chosen.pop(key, None)
    if sections:
        chosen["sections"] = "-".join(sections) if isinstance(sections, list) else sections
    return Chapter(name, chosen, str(table.get("task", "")))
