"""Requirements: ranges for the package, exact versions for the app, and all they bring along."""

import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from deploy import ranges

ROOT = Path(__file__).parents[1]
PINNED = {
    asked.name: asked
    for asked in map(
        Requirement, (one for one in ranges.requirement_lines("requirements.txt") if one[0] != "-")
    )
}


def test_the_app_has_one_version_of_each_package_inside_of_its_range():
    asked = {one.name: one.specifier for one in ranges.package_requirements()}
    assert PINNED.keys() == asked.keys()
    for name, pinned in PINNED.items():
        [exact] = pinned.specifier
        assert exact.operator == "=="
        assert asked[name].contains(exact.version), name


def test_every_range_has_two_ends():
    ends = [{one.operator for one in asked.specifier} for asked in ranges.package_requirements()]
    assert all(one == {">=", "<"} for one in ends)


def test_all_that_is_brought_along_has_one_version_too():
    """After a new requirement: ``python deploy/ranges.py lock > constraints.txt``."""
    locked = {Requirement(one).name for one in ranges.requirement_lines("constraints.txt")}
    assert {Requirement(one).name for one in ranges.lock_lines()} <= locked
    assert not locked & PINNED.keys()


@pytest.mark.parametrize(("end", "torch"), [("oldest", "torch==2.6"), ("newest", "torch<3,>=2.6")])
def test_an_end_of_the_ranges_is_said_as_pip_reads_it(end, torch):
    program = [sys.executable, "deploy/ranges.py", end]
    said = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = said.splitlines()
    assert torch in lines
    assert lines[0].startswith("--extra-index-url")
    assert not any(line.startswith("-r") for line in lines)
    assert "pytest" in lines
