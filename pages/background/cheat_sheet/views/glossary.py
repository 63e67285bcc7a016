"""A glossary that can be searched."""

import csv
from pathlib import Path

from ui import contents
from ui.views import view
from ui.views.tables import records

_glossary = view(__file__)


def entries(file: Path) -> list[dict[str, str]]:
    """Read a table of terms, and add the title of the page that explains each of them.

    Args:
        file: with the columns term, page and meaning, separated by tabs.
    """
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row | {"title": contents.page(row["page"]).title} for row in rows]


def glossary(file: Path) -> None:
    """Draw the terms of a table; see ``entries``."""
    _glossary(
        key="glossary", data={"entries": entries(file), "takes": [records("terms", "entries")]}
    )
