"""Which version of this software it is: CITATION.cff, which says it, is the one place."""

import re
from pathlib import Path

CITATION = Path(__file__).parents[1] / "CITATION.cff"


def _version() -> str:
    text = CITATION.read_text(encoding="utf-8")
    found = re.search(r'^version: "?(.*?)"?$', text, re.MULTILINE)
    return found[1] if found else ""


__version__ = _version()
