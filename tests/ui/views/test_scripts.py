"""The scripts of the views: their route, their loaders, and their own tests, run by Node."""

import asyncio
import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable
from starlette.requests import Request
from starlette.responses import Response

from ui.contents import PAGES
from ui.views import scripts

ROOT = Path(__file__).parents[3]


def answer(path: str) -> Response:
    scope = {"type": "http", "path_params": {"path": path}}
    return asyncio.run(scripts.script(Request(scope)))


def test_scripts_may_be_kept_for_ever_since_their_address_changes_with_them():
    script = answer("ui/views/library/dom.js")
    assert script.body.decode() == (ROOT / "ui" / "views" / "library" / "dom.js").read_text()
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]


@pytest.mark.parametrize("path", ["app.py", "ui/contents.py", "ui/views/../../app.py", "none.js"])
def test_nothing_but_scripts_is_served(path):
    assert answer(path).status_code == 404


def test_the_address_changes_with_any_script(monkeypatch):
    before, texts = scripts.route(), scripts.texts()
    changed = texts | {"ui/views/tokens.js": texts["ui/views/tokens.js"] + "\n"}
    monkeypatch.setattr(scripts, "texts", lambda: changed)
    assert scripts.route.__wrapped__() != before


def test_a_script_comes_after_all_that_it_imports():
    for path in scripts.texts():
        needed = scripts.modules(path)
        assert needed[-1] == path
        assert len(set(needed)) == len(needed)


def test_each_import_names_what_the_other_script_exports():
    pattern = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
    for path, text in scripts.texts().items():
        for names, other in pattern.findall(text):
            there = (ROOT / path).parent.joinpath(other).resolve().read_text()
            for name in filter(None, map(str.strip, names.split(","))):
                exported = rf"^export (async )?(function|const) [^;(]*\b{name}\b"
                assert re.search(exported, there, re.MULTILINE), f"{path}: {name} of {other}"


def test_a_page_asks_early_for_what_its_views_will_import():
    for page in PAGES:
        preloads = scripts.preloads(page.section, page.name)
        own = [path for path in scripts.texts() if f"/{page.name}/views/" in path]
        for path in scripts.modules(*own, "ui/frame/address.js"):
            assert f'href=".{scripts.route()}/{path}"' in preloads


def test_scripts_keep_the_measures_of_the_house():
    tests = {str(path): path.read_text() for path in (ROOT / "tests").rglob("*.js")}
    for path, text in {**scripts.texts(), **tests}.items():
        lines = text.splitlines()
        assert len(lines) <= 250, path
        assert [line for line in lines if len(line) > 100] == [], path


def test_what_scripts_compute_is_right():
    node, _ = compute_driver_executable()  # Playwright brings it: nobody has to install another
    tests = sorted(str(path) for path in (ROOT / "tests").rglob("*.test.js"))
    result = subprocess.run([node, "--test", *tests], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
