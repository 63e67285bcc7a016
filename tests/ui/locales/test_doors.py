"""Messages are literals, and nothing is translated before it is known who reads it."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
# How many of the first arguments are messages.
DOORS = {"_": 1, "N_": 1, "say": 1, "ngettext": 2, "say_count": 2, "pgettext": 2, "Fault": 1}


@cache
def trees():
    """Parsed by who runs these tests: every process of a run imports this file."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for room in ("model", "ui", "pages")
        for path in sorted((ROOT / room).rglob("*.py"))
    }


def is_door(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in DOORS


def messages():
    """All first arguments of doors, with their places."""
    for file, tree in trees().items():
        for call in filter(is_door, ast.walk(tree)):
            for message in call.args[: DOORS[call.func.id]]:
                yield f"{file}:{call.lineno}", message


def is_built(node):
    """Whether a message is put together: Babel would not find it, and no one could translate it."""
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("format", "join")
    )


def test_no_message_is_put_together():
    assert [place for place, message in messages() if is_built(message)] == []


def test_gaps_of_messages_have_names_and_no_formats():
    texts = [(p, str(m.value)) for p, m in messages() if isinstance(m, ast.Constant)]
    assert len(texts) > 300
    assert [place for place, text in texts if "{}" in text or "{:" in text] == []


def at_import(tree):
    """The nodes of a module that run when it is imported: no bodies of functions."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list)
            waiting += filter(None, defaults)
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def test_nothing_is_translated_at_import():
    """The language is known in a run only; a ``page.py`` is one, and runs for each visitor."""
    modules = {file: tree for file, tree in trees().items() if not file.endswith("/page.py")}
    found = [
        f"{file}:{node.lineno}"
        for file, tree in modules.items()
        for node in at_import(tree)
        if is_door(node) and node.func.id != "N_"
    ]
    assert found == []


def imports_door(tree):
    return any(
        isinstance(node, ast.ImportFrom) and any(one.name == "_" for one in node.names)
        for node in ast.walk(tree)
    )


def hides_door(node):
    name = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id
    return (name or (isinstance(node, ast.arg) and node.arg)) == "_"


def test_no_variable_hides_the_door():
    """Where ``_`` is a function, what is thrown away is called ``__``."""
    found = [
        f"{file}:{node.lineno}"
        for file, tree in trees().items()
        if imports_door(tree)
        for node in ast.walk(tree)
        if hides_door(node)
    ]
    assert found == []
