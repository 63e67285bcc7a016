"""All messages of the code, as Babel finds them, and two kinds that it does not know."""

import ast
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("ui", "pages")
DOORS = {  # which arguments are messages: all but those of plurals and contexts have one
    **dict.fromkeys(("_", "N_", "say", "t"), None),
    **dict.fromkeys(("ngettext", "say_count", "tn"), (1, 2)),
    "pgettext": ((1, "c"), 2),
}
Found = tuple[int, str, str | tuple[str, ...], list[str]]  # line, door, message, comments

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*'
_CALL = re.compile(rf"(?<![\w.$])(tn?)\(\s*({_STRING})(?:,\s*({_STRING}))?")


def extract_messages() -> Catalog:
    """Return all messages of the code, without translations."""
    catalog = Catalog(fuzzy=False)
    here = __name__
    for room in ROOMS:
        for file, __, message, comments, context in extract_from_dir(
            ROOT / room,
            [("**.py", f"{here}:python"), ("**.js", f"{here}:script")],
            keywords=DOORS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        ):
            if not _says_a_word(message):
                continue
            place = [(f"{room}/{file}", 1)]  # lines would change with every edit
            catalog.add(message, None, place, auto_comments=comments, context=context)
    return catalog


def _says_a_word(message: str | tuple[str, ...]) -> bool:
    """Whether something is left of a message without its gaps: words, or quotes."""
    one = message if isinstance(message, str) else message[0]
    return re.search(r"[^\W\d_]|[“”]", re.sub(r"\{\w*\}", "", one)) is not None


def python(
    file: BinaryIO, keywords: dict, comment_tags: Iterable[str], options: Any
) -> Iterator[Any]:
    """Yield the messages of a Python file; what a view says of itself first is its title."""
    text = file.read()
    yield from extract_python(io.BytesIO(text), keywords, list(comment_tags), options)
    if b"view(__file__" in text:
        yield 1, "_", view_title(text.decode()), []


def view_title(program: str) -> str:
    """Return what the module of a view says of itself in its first line."""
    return (ast.get_docstring(ast.parse(program)) or "").partition("\n")[0].rstrip(".")


def script(
    file: BinaryIO, keywords: dict, comment_tags: Iterable[str], options: Any
) -> Iterator[Found]:
    """Yield the messages of a script: Babel's own reader leaves out calls within calls."""
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), file.read().decode())
    for found in _CALL.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[1] == "t":
            yield line, "t", _read_string(found[2]), []
        elif found[3]:
            yield line, "tn", (_read_string(found[2]), _read_string(found[3])), []


def _read_string(written: str) -> str:
    """Return what strings of a script say, joined."""
    return "".join(ast.literal_eval(part) for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', written))
