"""The wheel: the whole app inside of one package, ``glass_transformer``.

In the repository ``model``, ``ui`` and ``pages`` stand side by side; names as general as these must
not land among everybody's packages. So the wheel has them inside, and each import says where.
"""

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
TRAINED_ON = ("bare", "everyday", "holes", "ordinary", "rare", "signs")
IMPORT = re.compile(rf"^(\s*)(from|import) ({'|'.join(ROOMS[:3])})\b", re.MULTILINE)


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
                    "__pycache__", *(f"{part}.tsv.gz" for part in TRAINED_ON)
                ),
            )
        for name in FILES:
            shutil.copy2(ROOT / name, inside / name)
        for path in inside.rglob("*.py"):
            path.write_text(inner(path.read_text(encoding="utf-8")), encoding="utf-8")


def inner(program: str) -> str:
    """Return a program whose imports of our own rooms find them inside of the package."""
    program = program.replace('"import model",', f'"import {PACKAGE} as model",')  # snippets
    program = re.sub(r"^import model$", f"from {PACKAGE} import model", program, flags=re.M)
    return IMPORT.sub(rf"\1\2 {PACKAGE}.\3", program)


def version() -> str:
    """Return the version, which CITATION.cff says and nobody else."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return re.findall(r"^version: (.+)$", text, re.MULTILINE)[0]


def requirements() -> list[str]:
    """Return what the app needs: the same as in requirements.txt, where no index can be named."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(r"[a-z]", line)]


if __name__ == "__main__":
    setup(version=version(), install_requires=requirements(), cmdclass={"build_py": Build})
