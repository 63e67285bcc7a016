"""Dependence runs one way: model <- figures <- ui <- pages and app.py."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORBIDDEN = {
    "model": {"streamlit", "plotly", "figures", "ui", "pages", "app"},
    "figures": {"streamlit", "model", "ui", "pages", "app"},
    "ui": {"pages", "app"},
    "pages": {"torch", "pages", "app"},
}
FILES = [path for package in FORBIDDEN for path in sorted((ROOT / package).rglob("*.py"))]


def imported(path):
    """The top-level packages that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module.split(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_imported_from_further_up(path):
    package = path.relative_to(ROOT).parts[0]
    assert not set(imported(path)) & FORBIDDEN[package]


@pytest.mark.parametrize("package", ["model", "figures"])
def test_annotations_are_checked_when_the_tests_run(package):
    """A future import would turn annotations into strings, which nothing checks."""
    for path in (ROOT / package).rglob("*.py"):
        assert "__future__" not in set(imported(path)), path
