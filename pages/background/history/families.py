"""The families of the page about history, drawn for a sentence."""

from collections.abc import Mapping

from pages.background.history.compute.families import FAMILIES
from pages.background.history.views.families import Family
from ui.messages import _
from ui.readings.reading import Reading


def families(prose: Mapping[str, str], reading: Reading) -> list[Family]:
    """Return the families of the timeline, drawn for this sentence.

    Args:
        prose: the page's text; each family's section has a title line and three paragraphs.
        reading: the sentence.
    """
    n, m = len(reading.source), max(1, len(reading.output))
    found = []
    for key, graph in FAMILIES.items():
        title, paper, added, stopped = prose[key].split("\n\n")
        name, year = title.split(" · ")
        verdict = _("What it costs") if key == "transformer" else _("What it couldn't do")
        found.append(Family(name, year, paper, added, stopped, verdict, graph(n, m)))
    return found
