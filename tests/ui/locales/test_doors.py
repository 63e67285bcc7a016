"""Messages are literals, and nothing is translated before it is known who reads it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = {
    path.relative_to(ROOT).as_posix(): path
    for room in ("ui", "pages")
    for path in sorted((ROOT / room).rglob("*.py"))
}
# How many of the first arguments are messages.
DOORS = {"_": 1, "N_": 1, "say": 1, "ngettext": 2, "say_count": 2, "pgettext": 2}


def messages(call):
    return call.args[: DOORS[call.func.id]]


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in DOORS:
            yield node


def is_built(node):
    """Whether a message is put together: Babel would not find it, and no one could translate it."""
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("format", "join")
    )


@pytest.mark.parametrize("file", FILES)
def test_no_message_is_put_together(file):
    tree = ast.parse(FILES[file].read_text(encoding="utf-8"))
    built = [call.lineno for call in calls(tree) if any(map(is_built, messages(call)))]
    assert built == []


@pytest.mark.parametrize("file", FILES)
def test_gaps_of_messages_have_names(file):
    tree = ast.parse(FILES[file].read_text(encoding="utf-8"))
    texts = [one for call in calls(tree) for one in messages(call) if isinstance(one, ast.Constant)]
    assert [one.lineno for one in texts if "{}" in str(one.value)] == []


def at_import(tree):
    """The nodes of a module that run when it is imported: no bodies of functions."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [*node.args.defaults, *node.args.kw_defaults, *node.decorator_list]
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)
        waiting = [one for one in waiting if one is not None]


def is_script(file):
    return file.endswith("/page.py")  # it runs anew for each visitor


@pytest.mark.parametrize("file", [file for file in FILES if not is_script(file)])
def test_nothing_is_translated_at_import(file):
    found = [
        node.lineno
        for node in at_import(ast.parse(FILES[file].read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in set(DOORS) - {"N_"}
    ]
    assert found == []


@pytest.mark.parametrize("file", FILES)
def test_no_variable_hides_the_door(file):
    """Where ``_`` is a function, what is thrown away is called ``__``."""
    tree = ast.parse(FILES[file].read_text(encoding="utf-8"))
    imported = any(
        isinstance(node, ast.ImportFrom) and any(one.name == "_" for one in node.names)
        for node in ast.walk(tree)
    )
    hides = [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.arg) and node.arg == "_")
    ]
    assert not imported or hides == []
