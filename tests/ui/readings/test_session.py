"""How pages ask for readings, so that none is made and kept twice."""

import ast
from collections.abc import Iterator

from tests.opened import ROOT


def readings_asked() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call of ``session.read`` on pages and around them, with its file."""
    for folder in ("pages", "ui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "session.read":
                    yield str(path.relative_to(ROOT)), node


def named(argument: ast.expr) -> int:
    """Return how many arguments one stands for: text, language and changes are three."""
    if not isinstance(argument, ast.Starred):
        return 1
    part = getattr(argument.value, "slice", None)
    return part.upper.value if isinstance(part, ast.Slice) else 3


def test_whoever_asks_for_a_reading_names_its_changes_and_be_it_none():
    """Streamlit keeps read(text, language) and read(text, language, ()) as two."""
    calls = list(readings_asked())
    assert len(calls) > 5
    for place, call in calls:
        assert sum(map(named, call.args)) == 3, f"{place}, line {call.lineno}"
