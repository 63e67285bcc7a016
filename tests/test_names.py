"""A function is a verb phrase or the noun of what it returns, never a bare participle."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = [
    ROOT / "app.py",
    *(
        path
        for top in ("model", "ui", "pages", "benchmarks", "examples")
        for path in sorted((ROOT / top).rglob("*.py"))
    ),
]

# Participles that do not end in -ed; without those that are a verb, too: read, put, cut, run, set.
IRREGULAR = re.compile(
    "asked|begun|borne|bought|bound|broken|brought|built|caught|chosen|done|drawn|dealt|"
    "fallen|fed|felt|forgotten|found|frozen|given|gone|grown|heard|held|hidden|kept|known|"
    "laid|left|lent|lost|made|meant|met|paid|said|seen|sent|shown|sold|sought|spent|spoken|"
    "stood|stuck|swept|taken|taught|thought|thrown|told|torn|understood|undone|unsaid|"
    "withheld|won|worn|woven|written"
)
VERBS = {"embed", "feed", "need", "seed", "shed", "speed"}


def is_participle(name: str) -> bool:
    word = name.strip("_")
    regular = word.isalpha() and word.endswith("ed") and word not in VERBS
    return regular or IRREGULAR.fullmatch(word) is not None


def is_property(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one) in ("property", "cached_property") for one in node.decorator_list)


def functions_called(wrongly):
    functions = (
        (path.relative_to(ROOT).as_posix(), node)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return [
        f"{path}: {node.name}"
        for path, node in functions
        if wrongly(node.name) and not is_property(node)
    ]


def test_no_function_is_called_by_a_bare_participle():
    assert functions_called(is_participle) == []


def test_participles_are_known_from_verbs_and_nouns():
    assert all(map(is_participle, ("asked", "_found", "reversed_", "written")))
    assert not any(map(is_participle, ("read", "seed", "merge_pieces", "target_tokens")))
