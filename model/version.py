"""The version of this software, read from CITATION.cff."""

import re
from pathlib import Path

CITATION = Path(__file__).parents[1] / "CITATION.cff"


def _read_version() -> str:
    """Return the version in CITATION.cff; "" if there is none."""
    text = CITATION.read_text(encoding="utf-8")
    found = re.search(r'^version: "?(.*?)"?$', text, re.MULTILINE)
    return found[1] if found else ""


__version__ = _read_version()
