"""All texts that visitors can read: those that stand in files, and those that pages show."""

import ast
import csv
import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.audit.judges import MODELS_WORDS, NO_PROSE, lines, without_quotes
from tests.audit.sentences import Visit
from tests.audit.walk import ROOT, walk
from ui.contents import PAGES
from ui.frame.terms import FILE

FRAME = "frame"  # what belongs to no page
PAGES_AND_FRAME = (*(page.name for page in PAGES), FRAME)
WORD = re.compile(r"[^\W\d_]{2,}")
ITEMS = re.compile(r" · (?!10[⁻⁰¹²³⁴-⁹])")  # a line of links lists items, and says no sentence
TITLE = re.compile("^(What to look for|In your sentence|You now know)")  # of a remark, not in it
FEWEST = 4  # words; what has fewer is a name, and none of our sentences
# What no sentence holds: the text is code, a style or a name for programs.
CODE = re.compile(
    r"[;{}]\s*$|=>|</?(?:svg|g|style|script)\b|^\s*[.#@][\w-]+\s*[,{]|\\[a-z]{2,}|://"
    r"|\$\{t\(|^--[a-z]+:|^[a-z]+(?:-[a-z]+)+: \S+$|\w:\w+#"  # variables and rules of a style, axes
    r"|\n[^=\n]+ = [^=\n]+\n"  # sentence pairs to learn from
)
GAP = re.compile(r"\{[^{}]*?(:[^{}]*[fge%d,])?\}|\$\{[^{}]*\}")
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
# Messages are such literals; what stands in templates is markup, attributes among it.
SCRIPT_STRING = re.compile(r"=\"[^\"\n]*\"|(\"(?:[^\"\\\n]|\\.)*\")")
NUMBERS = (
    "format_percent",
    "format_magnitude",
    "format_decimal",
    "signed",
    "chance",
    "degrees",
    "p",
)  # write numbers
VISITS = (
    Visit("The dog is sleeping because he is tired."),
    Visit("When the old man opened the door, the children who lived next door ran away."),
    Visit("Hi", target="es"),
    Visit("Der Hund schläft, weil er müde ist.", "de", "en"),
    Visit("¿Dónde está la estación?", "es", "de"),
    Visit("Je suis étudiant.", "fr", "en"),
)


@dataclass(frozen=True)
class Passage:
    """A paragraph, a remark, a label.

    Args:
        page: that shows it, or the frame.
        place: file and line, or what shows it.
        text: without markup; the gaps of a template hold "…", those for numbers "0".
        written: whether it stands in the page's ``text.md``, whose terms are linked.
    """

    page: str
    place: str
    text: str
    written: bool = False


def plain(text: str) -> str:
    """Return a text without markup, each formula, piece of code and quote as one word."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", "x", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = without_quotes(html.unescape(re.sub(r"</?[a-z][^>]*>", "", text)))
    return " ".join(re.sub(r"\*\*|(?<!\w)[*_](?=\w)|(?<=[\w.])[*_](?!\w)", "", text).split())


def fixed_texts() -> list[Passage]:
    """Return what stands in files: texts, glossary, and the strings of scripts and views."""
    folders = {ROOT / "pages" / page.section / page.name: page.name for page in PAGES}
    found = list(_of_glossary())
    for path in sorted(p for room in ("pages", "ui") for p in (ROOT / room).rglob("*")):
        if {"node_modules", "locales", "vendor"} & {
            *path.parts
        } or "." in path.stem:  # no English: text.de.md
            continue
        if path.name == "terms.md":  # for translators
            continue
        page = next((name for at, name in folders.items() if at in path.parents), FRAME)
        read = {".md": _of_markdown, ".py": of_python, ".js": _of_script}.get(path.suffix)
        if read:
            place = path.relative_to(ROOT)
            for line, text in read(path.read_text()):
                said = "" if CODE.search(text) and path.suffix != ".md" else plain(text)
                if _is_prose(said):
                    found.append(Passage(page, f"{place}:{line}", said, path.name == "text.md"))
    return found


def shown_texts(visits: Iterable[Visit] = VISITS) -> Iterator[Passage]:
    """Yield what pages show of some sentences; what a file holds, too, is among it."""
    for visit in visits:
        for seen in walk(visit):
            for text in seen.texts:
                if not text.kind.startswith((*NO_PROSE, *MODELS_WORDS)):
                    for line in lines(text):
                        if line.startswith("| "):
                            continue  # a row of a table: its cells are no sentences
                        for item in ITEMS.split(TITLE.sub("", line.replace(visit.text, "…"))):
                            if _is_prose(said := plain(item)):
                                yield Passage(seen.page, f"{text.kind}, {visit.text[:12]}", said)


def _of_glossary() -> Iterator[Passage]:
    with FILE.open(encoding="utf-8") as rows:
        for number, row in enumerate(csv.DictReader(rows, delimiter="\t"), start=2):
            yield Passage("glossary", f"ui/frame/glossary.tsv:{number}", plain(row["meaning"]))


def _of_markdown(text: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs and points of lists, with their lines; no headings, tables, formulas."""
    text = re.sub(r"\$\$.*?\$\$", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    start, held = 1, []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        ends = not line.strip() or line.startswith(("#", "|", "- ", "> "))
        if ends and held:
            yield start, " ".join(held)
            held = []
        if line.strip() and not line.startswith(("#", "|")):
            start = start if held else number
            held.append(line.removeprefix("- ").removeprefix("> "))


def of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a script that are no documentation, axes, keys or errors."""
    tree = ast.parse(text)
    parts = {
        id(part)
        for node in ast.walk(tree)
        for part in (
            [node.value] if isinstance(node, ast.Expr) else [*ast.walk(node)][1:]
            if isinstance(node, ast.JoinedStr | ast.Raise) else [*ast.walk(node.slice)]
            if isinstance(node, ast.Subscript) else []
        )
    }  # fmt: skip
    for node in ast.walk(tree):
        if id(node) not in parts and isinstance(node, ast.JoinedStr | ast.Constant):
            yield node.lineno, _template(node)


def _template(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        value = node.value if isinstance(node.value, str) else ""
        return value if CODE.search(value) else GAP.sub(_filled, value)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "0" if _is_number(part) else "…"
        for part in node.values
    )


def _filled(gap: re.Match) -> str:
    return "0" if gap[1] else "…"


def _is_number(gap: ast.FormattedValue) -> bool:
    """Whether a number is written there: with so many digits, or by a function for numbers."""
    made = isinstance(gap.value, ast.Call) and ast.unparse(gap.value.func).strip("_")
    return bool(gap.format_spec) or made in NUMBERS


def _of_script(text: str) -> Iterator[tuple[int, str]]:
    bare = SCRIPT_COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in SCRIPT_STRING.finditer(bare):
        if found[1]:
            yield bare.count("\n", 0, found.start()) + 1, GAP.sub("…", found[1][1:-1])


def _is_prose(text: str) -> bool:
    return len(WORD.findall(text)) >= FEWEST and " " in text
