"""A timeline of architectures, and the way a sentence takes through the chosen one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pages.background.history.compute.families import Graph
from ui.choices.controls import choose
from ui.forms import PLACE
from ui.messages import N_, _
from ui.readings.reading import Token
from ui.views import labels, view
from ui.views.tables import records

_families = view(__file__, says={"family": PLACE, "word": PLACE})

ROWS = {
    "tokens": N_("tokens"),
    "hidden": N_("hidden"),
    "states": N_("states"),
    "cells c": N_("cells c"),
    "states h": N_("states h"),
    "encoder": N_("encoder"),
    "decoder": N_("decoder"),
}


@dataclass(frozen=True)
class Family:
    """One architecture of the timeline, with its graph for the current sentence.

    Args:
        name: name in the timeline.
        year: year of publication.
        paper: the paper that introduced it.
        added: what it could do that earlier ones could not.
        stopped: what it could not do, or what it costs.
        verdict: heading of ``stopped``.
        graph: its graph, unrolled over this sentence.
    """

    name: str
    year: str
    paper: str
    added: str
    stopped: str
    verdict: str
    graph: Graph


def families(
    shown: Sequence[Family],
    source: Sequence[Token],
    target: Sequence[Token],
    *,
    family: int,
    word: int,
) -> None:
    """Draw the timeline and the chosen graph; clicks set "family" and "word" in the session.

    Args:
        shown: the architectures, oldest first.
        source: tokens of the sentence.
        target: tokens of the translation.
        family: index of the chosen architecture, from 0.
        word: position of the token whose path is drawn, from 0.
    """
    data = {
        "version": str((source, target)),
        "source": labels(source),
        "target": labels(target),
        "families": [vars(one) | {"graph": _graph_data(one.graph)} for one in shown],
        "family": family,
        "word": word,
        "takes": [records("families", "families")],
    }

    _families(
        key="families",
        data=data,
        on_family_change=partial(choose, "family"),
        on_word_change=partial(choose, "word"),
    )


def _graph_data(graph: Graph) -> dict[str, object]:
    """Return the graph of an architecture as data for the view."""
    # Column, row, step, next node on the path, length of the path.
    nodes = [(*node, *way) for node, way in zip(graph.nodes, graph.ways(), strict=True)]
    return {
        "rows": [_row_name(row) for row in graph.rows],
        "nodes": nodes,
        "edges": graph.edges,  # source, target, how it is drawn
        "outputs": graph.outputs,
        "looks_back": graph.looks_back,
        "steps": graph.steps,
    }


def _row_name(row: str | int) -> str:
    """Return the translated label of a row of nodes."""
    return _("layer {layer}").format(layer=row) if isinstance(row, int) else _(ROWS[row])
