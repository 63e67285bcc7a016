"""A type checker finds mistakes in code that uses the door: it knows each argument and result."""

import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[1]

MISTAKES = """
import model

glass = model.load()
run = glass.read("A.", to="fr")
glass.read("A.", to=5)  # mistake
run.translation.foo()  # mistake
model.SilencedHead("cross", "0", 1)  # mistake
glass.patch_grid(run, run, at="residual")  # mistake
run.frame(3)  # mistake
glass.read_all(["A."], "fr", batch_size="64")  # mistake
lens: int = run.lens()  # mistake
right: str = glass.translate("A.", to="fr")
"""


def test_each_planted_mistake_is_found_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    program = tmp_path / "planted.py"
    program.write_text(MISTAKES)
    # With no other settings than those of make check, whose cache it takes.
    said, failed, __ = api.run(["--config-file", str(ROOT / "pyproject.toml"), str(program)])
    assert not failed
    found = {int(line) for line in re.findall(r"planted.py:(\d+): error", said)}
    wrong = {n for n, line in enumerate(MISTAKES.split("\n"), 1) if line.endswith("# mistake")}
    assert found == wrong, said
