"""How much that is not plain each page may have: what it has today, and never more."""

import csv
from collections.abc import Mapping
from pathlib import Path

from tests.plain.rules import KINDS
from tests.plain.texts import FRAME
from ui import contents

FILE = Path(__file__).with_name("bounds.tsv")
PAGES = (*(page.name for page in contents.PAGES), FRAME)


def read() -> dict[str, dict[str, int]]:
    """Return the bounds of each page, by kind; a page that is not in the file has none to spare."""
    found = {page: dict.fromkeys(KINDS, 0) for page in PAGES}
    with FILE.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            found[row["page"]] = {kind: int(row[kind]) for kind in KINDS}
    return found


def lower(counted: Mapping[str, Mapping[str, float]]) -> None:
    """Write the bounds anew, each as low as what was counted; none ever rises."""
    before = read()
    lines = ["\t".join(("page", *KINDS))]
    for page in PAGES:
        least = [int(min(before[page][kind], counted[page][kind])) for kind in KINDS]
        if any(least):
            lines.append("\t".join((page, *map(str, least))))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
