"""The wheel: the whole app inside of one package, ``glass_transformer``.

In the repository ``model``, ``ui`` and ``pages`` stand side by side; names as general as these must
not land among everybody's packages. So the wheel has them inside, and each import says where.
"""

import ast
import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PACKAGE = "glass_transformer"
ROOMS = ("model", "ui", "pages", "assets", ".streamlit")
FILES = ("app.py", "LICENSE", "CITATION.cff")
# Sentences that only a training reads, which is run in the repository: a fifth of the wheel.
TRAINED = ("bare", "clauses", "everyday", "forms", "holes", "ordinary", "places", "rare", "signs")
MOVED = ("model", "ui", "pages")  # rooms that programs import


class Build(build_py):
    """Copy what the app needs into the package."""

    def run(self) -> None:
        super().run()
        inside = Path(self.build_lib) / PACKAGE
        for room in ROOMS:
            shutil.copytree(
                ROOT / room,
                inside / room,
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns(
                    "__pycache__", "pictures", *(f"{part}.tsv.gz" for part in TRAINED)
                ),
            )
        for name in FILES:
            shutil.copy2(ROOT / name, inside / name)
        for path in inside.rglob("*.py"):
            path.write_text(inner(path.read_text(encoding="utf-8")), encoding="utf-8")


def inner(program: str) -> str:
    """Return a program whose imports of our own rooms find them inside of the package.

    Raises:
        ValueError: if it imports a room in a way that cannot be moved, such as ``import ui.words``.
    """
    lines = program.encode().splitlines(keepends=True)  # columns are counted in bytes
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Import) and any(_is_moved(one.name) for one in node.names):
            [name] = [one.name for one in node.names]
            if "." in name:
                raise ValueError(f"line {node.lineno}: write 'from ... import' in place of {name}")
            begin, end = f"import {name}", f"from {PACKAGE} import {name}"
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_moved(node.module or ""):
            begin, end = f"from {node.module}", f"from {PACKAGE}.{node.module}"
        else:
            continue
        line, place = lines[node.lineno - 1], node.col_offset
        lines[node.lineno - 1] = line[:place] + line[place:].replace(
            begin.encode(), end.encode(), 1
        )
    return b"".join(lines).decode()


def _is_moved(module: str) -> bool:
    return module.partition(".")[0] in MOVED


def version() -> str:
    """Return the version, which CITATION.cff says and nobody else."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return re.findall(r"^version: (.+)$", text, re.MULTILINE)[0]


if __name__ == "__main__":
    setup(version=version(), cmdclass={"build_py": Build})
