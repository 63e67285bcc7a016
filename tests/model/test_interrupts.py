"""Programs end in a sentence, or in silence, however early they are interrupted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.interrupts import missing_package_message

ROOT = Path(__file__).parents[2]


def run(program, folder, torch):
    """Run a program with another torch, one that does what is written."""
    (folder / "torch.py").write_text(torch)
    paths = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("program", ["model.training", "model.translate", "benchmarks"])
def test_ctrl_c_while_torch_is_loaded_tells_nothing(program, tmp_path):
    ended = run(program, tmp_path, "raise KeyboardInterrupt")
    assert (ended.stdout, ended.stderr) == ("", "")
    assert ended.returncode in (130, -2)


def test_a_package_that_is_missing_is_named_with_the_way_to_it(tmp_path):
    ended = run("model.training", tmp_path, "import abacus_of_nobody")
    assert ended.stderr == (
        "this program needs abacus_of_nobody, which is not installed: "
        "pip install -r requirements-dev.txt\n"
    )
    assert ended.returncode == 1


def test_what_only_the_benchmarks_need_has_a_list_of_its_own():
    assert missing_package_message("ctranslate2").endswith("pip install -r requirements-bench.txt")


def test_other_faults_are_told_as_ever(tmp_path):
    ended = run("model.training", tmp_path, "1 / 0")
    assert "ZeroDivisionError" in ended.stderr
