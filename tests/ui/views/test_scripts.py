"""The scripts of the views: their route, their loaders, and their own tests, run by Node."""

import asyncio
import gzip
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable
from starlette.requests import Request
from starlette.responses import Response

from ui.views import scripts

ROOT = Path(__file__).parents[3]


def answer(**headers: str) -> Response:
    fields = [(name.encode(), value.encode()) for name, value in headers.items()]
    request = Request({"type": "http", "headers": fields})
    with ThreadPoolExecutor(1) as pool:  # the browser's own loop may run in this thread
        return pool.submit(asyncio.run, scripts.serve_scripts(request)).result()


def test_scripts_may_be_kept_for_ever_since_their_address_changes_with_them():
    script = answer()
    assert script.body.decode() == scripts.join_scripts()
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]


def test_scripts_are_read_as_utf_8_whatever_the_machine_prefers(monkeypatch):
    given = []
    monkeypatch.setattr(Path, "read_text", lambda _, encoding=None: given.append(encoding) or "")
    scripts.script_texts.__wrapped__()
    assert set(given) == {"utf-8"}


def test_scripts_travel_compressed():
    script = answer(**{"accept-encoding": "gzip, br"})
    assert gzip.decompress(script.body).decode() == scripts.join_scripts()
    assert len(script.body) < len(scripts.join_scripts()) / 3


def test_what_is_said_for_readers_does_not_travel_and_types_within_a_line_do_no_harm(monkeypatch):
    said = "/**\n * Adds.\n *\n * @param {number} n\n */\n"
    inner = "  return (\n    /** @type {number} */ (n) + 1\n  );\n"
    text = f"{said}export function more(n) {{\n{inner}}}\n"
    monkeypatch.setattr(scripts, "script_texts", lambda: {scripts.RECEIVE: text})
    for part in (scripts.join_scripts, scripts.resolve_imports):
        part.cache_clear()
    assert "Adds" not in scripts.join_scripts()
    assert inner in scripts.join_scripts()
    for part in (scripts.join_scripts, scripts.resolve_imports):
        part.cache_clear()


def test_the_address_changes_with_any_script(monkeypatch):
    before, texts = scripts.scripts_route(), scripts.script_texts()
    changed = texts | {"ui/views/tokens.js": texts["ui/views/tokens.js"] + "const more = 1;\n"}
    for part in (scripts.join_scripts, scripts.resolve_imports, scripts.scripts_route):
        part.cache_clear()
    monkeypatch.setattr(scripts, "script_texts", lambda: changed)
    assert scripts.scripts_route() != before
    for part in (scripts.join_scripts, scripts.resolve_imports, scripts.scripts_route):
        part.cache_clear()


def test_a_script_comes_after_all_that_it_imports():
    order = scripts.resolve_imports(*scripts.script_texts())
    assert sorted(order) == sorted(scripts.script_texts())
    for place, path in enumerate(order):
        assert set(scripts.script_imports(path)) <= set(order[:place])


def test_no_shared_script_is_left_that_nobody_imports():
    """A view that takes only types from one would miss its styles in an exported file."""
    imported = {other for path in scripts.script_texts() for other in scripts.script_imports(path)}
    shared = {path for path in scripts.script_texts() if path.startswith("ui/views/library/")}
    assert shared - imported == {scripts.RECEIVE}


def test_styles_of_a_view_are_about_it_alone():
    """All stand in one sheet, on every page: they may name the view, or a place by its key."""
    for script in (
        path for path in scripts.script_texts() if (ROOT / path).with_suffix(".py").exists()
    ):
        styles = (ROOT / script).with_suffix(".css")
        if not script.startswith("pages/") or not styles.exists():
            continue
        rules = re.sub(r"/\*.*?\*/", "", styles.read_text(), flags=re.DOTALL)
        while "(" in rules:
            rules = re.sub(r"\([^()]*\)", "", rules)
        own = "|".join(Path(path).stem for path in scripts.resolve_imports(script))
        for selector in re.findall(r"(?<=[{},;])\s*([^{},;@]+?)\s*(?=[{,])", "}" + rules):
            if re.match(r"[.\[]", selector):
                about = rf"\.(?:{own})(?![\w-])|\.st-key-"
                assert re.match(about, selector), f"{styles.name}: {selector}"


def test_scripts_that_import_each_other_are_refused(monkeypatch):
    ring = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    monkeypatch.setattr(scripts, "script_texts", lambda: ring)
    with pytest.raises(ValueError, match=r"a\.js <- b\.js <- a\.js"):
        scripts.resolve_imports("a.js")


def test_each_import_names_what_the_other_script_exports():
    pattern = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
    for path, text in scripts.script_texts().items():
        for names, other in pattern.findall(text):
            there = (ROOT / path).parent.joinpath(other).resolve().read_text()
            for name in filter(None, map(str.strip, names.split(","))):
                exported = (
                    rf"^export (async )?(function\*?|const|class) [^;(]*\b{name}\b"
                    rf"|\bexport\{{[^}}]*\bas {name}\b"
                )
                assert re.search(exported, there, re.MULTILINE), f"{path}: {name} of {other}"


def test_the_joined_module_draws_every_view_and_runs():
    own = {
        path: text
        for path, text in scripts.script_texts().items()
        if not path.startswith(scripts.LIVE)
    }
    views = {path for path, text in own.items() if "\nexport default " in text}
    anything = (
        "const any = new Proxy(() => any, { get: (_, key) => (typeof key === 'symbol' ? null : any)"
        " });\nObject.assign(globalThis, { document: any, window: any });\n"
    )
    program = anything + scripts.join_scripts() + "console.log(Object.keys(views).join());"
    run = [compute_driver_executable()[0], "--input-type=module"]
    result = subprocess.run(run, input=program, capture_output=True, text=True)
    said = result.stdout
    assert result.returncode == 0, result.stderr
    assert set(said.strip().split(",")) == views


def test_scripts_keep_the_measures_of_the_house():
    tests = {str(path): path.read_text() for path in (ROOT / "tests").rglob("*.js")}
    own = {
        path: text for path, text in scripts.script_texts().items() if scripts.VENDOR not in path
    }
    for path, text in {**own, **tests}.items():
        lines = text.splitlines()
        assert len(lines) <= 400, path
        assert [line for line in lines if len(line) > 100] == [], path


def test_what_scripts_compute_is_right():
    node, _ = compute_driver_executable()  # Playwright brings it: nobody has to install another
    tests = sorted(str(path) for path in (ROOT / "tests").rglob("*.test.js"))
    result = subprocess.run([node, "--test", *tests], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_script_says_anything_before_its_language_is_there():
    """What a module says while it loads would be English for everybody."""
    anything = (
        "const any = new Proxy(() => any, { get: (_, key) => (typeof key === 'symbol' ? null : any)"
        " });\nObject.assign(globalThis, { document: any, window: any, early: [] });\n"
    )
    told = re.sub(
        r"(function (?:t|tc|tn)\((?:message|context|one)\b[^)]*\) \{)",
        r"\1 early.push(arguments[0]);",
        scripts.join_scripts(),
    )
    assert told.count("early.push") == 3
    run = [compute_driver_executable()[0], "--input-type=module"]
    program = f"{anything}{told}console.log(JSON.stringify(early));"
    result = subprocess.run(run, input=program, capture_output=True, text=True)
    assert result.stdout.strip() == "[]", result.stderr


def test_messages_of_scripts_are_literals():
    for path, text in scripts.script_texts().items():
        if path == "ui/views/library/messages.js" or "messages.js" not in text:
            continue
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        wrong = re.findall(r"(?<![\w.$])t[nc]?\(\s*(?!\s|\")[^\n]*", bare)
        assert wrong == [], path
