"""What CONTRIBUTING and docs/architecture.md say, as far as it can be checked."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui import contents
from ui.frame import background, explain, menu, texts

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL)
QUOTED = set(re.findall(r"`([^`\n]+)`", PROSE))
TOPS = ("model", "ui", "pages", "glass_transformer", "benchmarks", "examples", "docs", "deploy")
CODE = {
    path: path.read_text(encoding="utf-8")
    for path in (ROOT / "app.py", *(p for top in TOPS for p in sorted((ROOT / top).rglob("*.py"))))
}
PAGES = [path for path in CODE if path.match("pages/*/*/page.py")]


@cache
def trees():
    """Parsed by who runs these tests: every process of a run imports this file."""
    return {path: ast.parse(text) for path, text in CODE.items()}


def test_every_path_that_is_named_exists():
    """From the root on if it has folders; else a file of that name stands somewhere."""
    paths = {one for one in QUOTED if re.fullmatch(r"[\w./]+/[\w./]*|\w+\.(py|md|json|tsv)", one)}
    files = {path.name for top in (*TOPS, "tests", "assets") for path in (ROOT / top).rglob("*")}
    assert "model/glass.py" in paths
    missing = {
        path
        for path in paths - TO_BE_MADE
        if path.rstrip("/") not in files and not (ROOT / path).exists()
    }
    assert missing == set()


TO_BE_MADE = {"dist/", "runs/NAME/model", "pages/lab/how_sure/", "x.py"}


def test_every_command_that_is_named_exists():
    targets = re.findall(r"^(\S+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"^make (\S+)", TEXT, re.MULTILINE)) <= set(targets)
    modules = set(re.findall(r"python -m ([\w.]+)", TEXT)) - {"pytest"}
    assert len(modules) > 5
    for module in modules:
        place = ROOT.joinpath(*module.split("."))
        assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), module


@cache
def sources():
    tests = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    return "".join((*CODE.values(), *tests))


def test_every_name_that_is_quoted_stands_in_the_code():
    names = {one for one in QUOTED if re.fullmatch(r"[A-Za-z][\w.]*\w\(?\)?", one)}
    names = {name.rstrip("()").rpartition(".")[2] for name in names}
    words = set(re.findall(r"\w+", sources()))
    assert names - words <= {"utils", "helpers"}  # which it says not to use


def test_every_call_that_is_quoted_or_drawn_is_of_a_function_that_exists():
    calls = {name for one in QUOTED for name in re.findall(r"([A-Za-z]\w+)\(", one)}
    drawn = set(re.findall(r">>\w+: (?:\w+\.)?(\w+)[:(]", ARCHITECTURE))
    assert {"theme_colour", "register_view"} <= calls
    assert "current_reading" in drawn
    known = set(re.findall(r"(?:def|class) (\w+)", sources()))
    assert (calls | drawn) - known == {"XData", "defineView", "var"}  # yours, a script's, CSS's


def test_a_name_that_is_quoted_of_a_file_stands_in_that_file():
    pairs = re.findall(r"`(\w+)`\s(?:of|in)\s`([\w/]+/\w+\.py)`", PROSE)
    assert len(pairs) > 5
    gone = [(name, path) for name, path in pairs if name not in (ROOT / path).read_text("utf-8")]
    assert gone == []


def test_the_map_names_every_folder():
    tracked = subprocess.run(
        ["git", "ls-files", "model", "ui"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    folders = {"/".join(file.split("/")[:2]) for file in tracked if file.count("/") > 1}
    tops = {path.parent.name for path in ROOT.glob("*/*.py")} - {"ui", "model"}
    missing = [
        folder
        for folder in sorted(folders | {f"{top}/" for top in tops})
        if f"`{folder.rstrip('/')}/" not in TEXT
    ]
    assert missing == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_a_page_composes_and_does_not_compute(path):
    assert len(CODE[path].splitlines()) <= 115
    nodes = list(ast.walk(trees()[path]))
    products = [
        n.lineno for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.MatMult)
    ]
    reduced = [
        node.lineno
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in REDUCTIONS
    ]
    assert products + reduced == []


REDUCTIONS = {
    *("sum", "mean", "std", "var", "norm", "max", "min", "argmax", "argmin", "amax", "amin"),
    *("topk", "matmul", "any", "all", "prod"),
}


def test_no_body_of_a_function_is_longer_than_forty_five_lines():
    assert [f"{path}: {node.name}" for path, node in functions() if body_length(node) > 45] == []


def functions():
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield path.relative_to(ROOT).as_posix(), node


def body_length(node: ast.FunctionDef) -> int:
    first = node.body[1 if ast.get_docstring(node) and node.body[1:] else 0]
    return node.end_lineno - first.lineno + 1


def test_public_functions_of_pages_say_the_axes_of_their_tensors():
    bare = [
        f"{path}: {node.name}"
        for path, node in functions()
        if path.startswith("pages/") and not node.name.startswith("_")
        for argument in (*node.args.args, *node.args.kwonlyargs)
        if argument.annotation and ast.unparse(argument.annotation) == "Tensor"
    ]
    assert bare == []


@pytest.mark.parametrize("top", ["model", "ui", "pages"])
def test_tests_stand_in_the_folder_of_what_they_test(top):
    files = sorted((ROOT / "tests" / top).rglob("test_*.py"))
    homes = {file.parent.relative_to(ROOT / "tests") for file in files}
    assert [str(home) for home in homes if not (ROOT / home).is_dir()] == []


def test_the_page_that_is_written_out_can_be_added_as_it_stands(open_page, tmp_path, monkeypatch):
    files = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL))
    assert set(files) == {"text.md", "page.py", "remarks.py", "figures.py"}
    section, name, title = re.search(r'`Page\("(\w+)", "(\w+)", N_\("([^"]+)"\)\)`', TEXT).groups()
    home = tmp_path / "pages" / section / name
    home.mkdir(parents=True)
    for file, text in files.items():
        (home / file).write_text(text, encoding="utf-8")
    table = (*contents.PAGES, contents.Page(section, name, title))
    folder = texts.folder
    for module in (contents, menu):
        monkeypatch.setattr(module, "PAGES", table)
    for module in (explain, texts, menu):
        monkeypatch.setattr(module, "folder", lambda one: home if one == name else folder(one))
    monkeypatch.syspath_prepend(tmp_path)
    menu.make_navigation_pages.cache_clear()
    try:
        app = open_page(name, source="The cat sleeps.")
        assert not app.exception
        assert [one.value for one in app.title] == [title]
        said = " ".join(one.body for one in app.get("html"))
        assert re.search(r"<b>“.+”</b>: \d+ ?%", said)
        assert app.latex
    finally:
        menu.make_navigation_pages.cache_clear()
        for module in [one for one in sys.modules if one.startswith(f"pages.{section}.{name}")]:
            del sys.modules[module]


def test_the_background_job_that_is_written_out_runs():
    [job] = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    begin = "from ui.choices import link\nlink.begin_run()\n"
    app = AppTest.from_string(f'{begin}{job}\nshow("The cat sleeps.")', default_timeout=60).run()
    [button] = app.button
    assert button.label == "Count the letters"
    button.click().run()
    assert app.session_state[background.JOBS]["lengths"][1].over.wait(60)
    assert [text.value for text in app.run().text] == ["[3, 3, 7]"]
