"""Message extraction: Babel's, with readers of our own for Python and JavaScript."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

ROOT = Path(__file__).resolve().parents[2]
SOURCE_FOLDERS = ("model", "ui", "pages")
KEYWORDS = {  # function -> positions of its message arguments; None: the first, as for gettext
    **dict.fromkeys(("_", "N_", "say", "t", "Fault"), None),
    **dict.fromkeys(("ngettext", "say_count", "tn"), (1, 2)),
    **dict.fromkeys(("pgettext", "tc"), ((1, "c"), 2)),
}
FOR_TRANSLATORS = "Translators: "
Found = tuple[int, str, str | tuple[str | None, ...], list[str]]  # line, function, message, notes

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*'
_CALL = re.compile(rf"(?<![\w.$])(t[nc]?)\(\s*({_STRING})(?:,\s*({_STRING}))?")


def extract_messages() -> Catalog:
    """Return all messages of the code, without translations."""
    catalog = Catalog(fuzzy=False)
    here = __name__
    for room in SOURCE_FOLDERS:
        for file, __, message, comments, context in extract_from_dir(
            ROOT / room,
            [("**.py", f"{here}:extract_python"), ("**.js", f"{here}:extract_javascript")],
            keywords=KEYWORDS,
        ):
            if not _has_text(message):
                continue
            place = [(f"{room}/{file}", 1)]  # lines would change with every edit
            catalog.add(message, None, place, auto_comments=comments, context=context)
    return catalog


def _has_text(message: str | tuple[str, ...]) -> bool:
    """Whether a message has letters, quotes or a colon outside its placeholders."""
    one = message if isinstance(message, str) else message[0]
    return re.search(r"[^\W\d_]|[“”:]", re.sub(r"\{\w*(:[^}]*)?\}", "", one)) is not None


def extract_python(
    file: BinaryIO, keywords: dict, comment_tags: Iterable[str], options: Any
) -> Iterator[Found]:
    """Yield the messages in a Python file: arguments of the functions that translate.

    If the file registers a view, its title is one of them. This is a Babel extractor; Babel's own
    misses messages inside f-strings.

    Args:
        file: the Python file.
        keywords: functions that translate; the keys are their names, the values are unused.
        comment_tags: given by Babel, unused.
        options: given by Babel, unused.

    Yields:
        (line number, name of the function, its arguments, comments for translators); an argument
        that is not a literal text is None.
    """
    text = file.read().decode()
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in keywords:
            said = tuple(getattr(one, "value", None) for one in node.args)
            texts = tuple(one if isinstance(one, str) else None for one in said)
            if any(texts):
                yield (
                    node.lineno,
                    ast.unparse(node.func),
                    texts,
                    _translator_comments(lines, node.lineno - 1),
                )
    if re.search(r"\bregister_view\(\s*__file__", text):
        yield 1, "_", view_title(text), []


def _translator_comments(lines: list[str], line_index: int) -> list[str]:
    """Return the "Translators: ..." comment above a line; an empty list if there is none."""
    above: list[str] = []
    while line_index and lines[line_index - 1].strip().startswith("#"):
        line_index -= 1
        above.insert(0, lines[line_index].strip(" #"))
    told = " ".join(above)
    return [told.removeprefix(FOR_TRANSLATORS)] if told.startswith(FOR_TRANSLATORS) else []


def view_title(program: str) -> str:
    """Return the title of a view: the first line of its module's docstring, without the full stop.

    Args:
        program: source text of the view's Python module.
    """
    return (ast.get_docstring(ast.parse(program)) or "").partition("\n")[0].rstrip(".")


def extract_javascript(
    file: BinaryIO, keywords: dict, comment_tags: Iterable[str], options: Any
) -> Iterator[Found]:
    """Yield the messages in a JavaScript file, including nested calls; a Babel extractor.

    Args:
        file: the JavaScript file.
        keywords: given by Babel, unused.
        comment_tags: given by Babel, unused.
        options: given by Babel, unused.

    Yields:
        (line number, name of the function, the message or its forms, an empty list).
    """
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), file.read().decode())
    for found in _CALL.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[1] == "t":
            yield line, "t", _join_js_strings(found[2]), []
        elif found[3]:
            yield line, found[1], (_join_js_strings(found[2]), _join_js_strings(found[3])), []


def _join_js_strings(written: str) -> str:
    """Return the value of concatenated JavaScript string literals."""
    return "".join(ast.literal_eval(part) for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', written))
