"""A walk through all pages of the running app, and every text that they show on the way."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.audit.sentences import Visit
from tests.given import read_data
from ui.contents import FRONT, PAGES, Page
from ui.readings.session import Request

ROOT = Path(__file__).parents[2]
SHELL = ROOT / "ui" / "frame" / "shell.py"
BLOCKS = re.compile(r"</?(?:div|p|dt|dd|dl|tr|table|li|ul|h\d|br|td|th)\b[^>]*>")
# Numbers, addresses and marks of a view's data, and what is copied from it: code and citations.
PACKED = {"data", "url", "version", "query", "python", "citation", "bibtex", "about"}
WORDS = re.compile(r"[^\W\d_]{2}.*\s|\s.*[^\W\d_]{2}", re.DOTALL)  # more than a name or a colour


@dataclass(frozen=True)
class Text:
    """A text on a page.

    Args:
        kind: what shows it: "html.look", "markdown", "latex", "view head_view.hint".
        text: as a reader sees it.
        raw: as it was handed over.
    """

    kind: str
    text: str
    raw: str


@dataclass(frozen=True)
class Seen:
    """A page as one visit saw it.

    Args:
        visit: the sentence and the choices.
        page: name of the page.
        texts: all that it says, from top to bottom.
        state: what was chosen there, by the key of the control.
        errors: what went wrong.
        words: of its tokens, and of its translation.
    """

    visit: Visit
    page: str
    texts: tuple[Text, ...]
    state: dict[str, object]
    errors: tuple[str, ...]
    words: frozenset[str] = frozenset()


def walk(visit: Visit, pages: Sequence[Page] = PAGES) -> Iterator[Seen]:
    """Open the app with the link of a visit, all sections open, and go through its pages."""
    app = AppTest.from_file(str(SHELL), default_timeout=300)
    app.query_params.update({"sections": "all"} | visit.parameters)
    app.run()
    app.query_params.clear()  # a browser's click on a link of the menu brings none
    for page in sorted(pages, key=lambda page: page.name != FRONT):
        if page.name != FRONT:
            app.switch_page(str(ROOT / "pages" / page.section / page.name / "page.py")).run()
        yield Seen(
            visit,
            page.name,
            tuple(_texts(app._tree)),
            {key: value for key, (value, _) in app.session_state["values last shown"].items()},
            tuple(one.message for one in (*app.exception, *app.error)),
            _words(app.session_state["read"]),
        )


def _words(asked: Request) -> frozenset[str]:
    reading = asked.read()
    tokens = (*reading.source, *reading.target, *reading.output)
    said = (*(token.text for token in tokens), reading.text, reading.translation)
    return frozenset(re.findall(r"[^\W\d_]{2,}", " ".join(said)))


def _texts(block: object) -> Iterator[Text]:
    for child in block.children.values():
        if hasattr(child, "children"):
            label = getattr(child, "label", "")
            if isinstance(label, str) and label:
                yield Text(child.type, label, label)
            yield from _texts(child)
        elif child.type == "bidi_component":
            name = child.proto.component_name
            yield from _of_view(f"view {name}", read_data(child))
        elif child.type == "html":
            yield from _of_html(child.proto.body)
        else:
            yield from _of_element(child)


def _of_element(element: object) -> Iterator[Text]:
    for name in ("value", "label", "placeholder"):
        text = getattr(element, name, None)
        if isinstance(text, str) and text and not (name == "value" and hasattr(element, "label")):
            yield Text(element.type + ("" if name == "value" else f".{name}"), text, text)


def _of_html(body: str) -> Iterator[Text]:
    """Yield the text of a piece of HTML, a line for each block."""
    if "<style" in body:
        return
    name = re.search(r'class="([\w -]+)"', body)
    kind = "html" + (f".{name[1]}" if name else "")
    lines = BLOCKS.sub("\n", body)
    lines = html.unescape(re.sub(r"<[^>]+>", "", lines))
    text = "\n".join(line.strip() for line in lines.splitlines() if line.strip())
    if text:
        yield Text(kind, text, body)


def _of_view(kind: str, value: object) -> Iterator[Text]:
    """Yield the sentences in a view's data."""
    match value:
        case dict():
            for key, one in value.items():
                if key == "figure":
                    yield from _of_view(f"{kind}.figure", _drawn(one))
                elif key not in PACKED:
                    yield from _of_view(f"{kind}.{key}", one)
        case [[str(), bool()], *_]:  # a sentence with parts in bold
            text = "".join(part for part, _ in value)
            yield Text(kind, text, text)
        case list():
            for one in value:
                yield from _of_view(kind, one)
        case str() if len(value) > 7 and WORDS.search(value):
            yield Text(kind, value, value)


def _drawn(figure: dict) -> object:
    """Return the words of a figure: titles, names, annotations and what hovering shows."""
    names = ("name", "hovertemplate", "text", "title", "annotations", "label")

    def of(value: object) -> object:
        if isinstance(value, dict):
            return {
                key: one if key in names and isinstance(one, str) else of(one)
                for key, one in value.items()
                if key != "template"
            }
        return [of(one) for one in value] if isinstance(value, list) else None

    traces = [
        {key: trace[key] for key in ("name", "hovertemplate", "text") if key in trace}
        for trace in figure["data"]
    ]
    return [*traces, of(figure["layout"])]
