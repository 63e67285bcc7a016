"""The page of the Python door says what the docstrings say."""

import subprocess
import sys

from tests.server import ROOT

PROGRAM = (
    "import sys; sys.path[:0] = ['docs', '.']; import make_api; print(make_api.page(), end='')"
)


def test_the_page_is_current():
    """If not: ``python docs/make_api.py`` writes it anew."""
    run = [sys.executable, "-c", PROGRAM]
    made = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == made
