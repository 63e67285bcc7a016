"""The axes of all tensors have the names that the package's own words list."""

import re
from pathlib import Path

import model as package
from model.trace import taps_by_name

FILES = sorted(Path(package.__file__).parent.rglob("*.py"))
NAMES = {
    name
    for line in re.findall(r"^    (\S.*?)   ", package.__doc__, re.MULTILINE)
    for name in line.split(", ")
}


def test_signatures_name_only_axes_that_are_listed():
    for path in FILES:
        annotations = re.findall(r'\[\s*Tensor, "([^"]*)"', path.read_text(encoding="utf-8"))
        axes = {axis for annotation in annotations for axis in annotation.split()}
        assert {axis for axis in axes if not axis.isdigit()} <= NAMES, path


def test_taps_name_only_axes_that_are_listed(model):
    assert {axis for tap in taps_by_name(model).values() for axis in tap.axes} <= NAMES
