"""The architectures of the history page, with their graphs for a sentence."""

from collections.abc import Mapping

from pages.background.history.compute.families import FAMILIES
from pages.background.history.views.families import Family
from ui.messages import _
from ui.readings.reading import Reading


def build_families(prose: Mapping[str, str], reading: Reading) -> list[Family]:
    """Return the architectures of the timeline, each with its text and its graph for this sentence.

    Args:
        prose: name of the architecture -> its text on the page: four paragraphs (name, year and
            gloss, paper, what it added, where it stopped), separated by empty lines.
        reading: the sentence and its translation; the graphs have their numbers of tokens.
    """
    n, m = len(reading.source), max(1, len(reading.output))
    found = []
    for key, graph in FAMILIES.items():
        title, paper, added, stopped = prose[key].split("\n\n")
        name, year, gloss = title.split(" · ")
        verdict = _("What it costs") if key == "transformer" else _("What it couldn't do")
        found.append(Family(name, year, gloss, paper, added, stopped, verdict, graph(n, m)))
    return found
