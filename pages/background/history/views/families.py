"""A timeline of architectures, and the path that a sentence takes through the chosen one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pages.background.history.compute.families import Graph
from ui.choices.controls import set_choice
from ui.messages import N_, _
from ui.readings.reading import Token
from ui.schemas import INDEX
from ui.views import register_view, token_labels_data
from ui.views.export_tables import record_table

_families = register_view(__file__, schemas={"family": INDEX, "word": INDEX})

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


def show_families(
    families: Sequence[Family],
    source: Sequence[Token],
    target: Sequence[Token],
    *,
    family: int,
    word: int,
) -> None:
    """Draw the timeline and the chosen graph; clicks set "family" and "word" in the session.

    Args:
        families: the architectures, oldest first.
        source: tokens of the sentence.
        target: tokens of the translation.
        family: index of the chosen architecture, from 0.
        word: position of the token whose path is drawn, from 0.
    """
    data = {
        "version": str((source, target)),
        "source": token_labels_data(source),
        "target": token_labels_data(target),
        "families": [vars(one) | {"graph": _serialize_graph(one.graph)} for one in families],
        "family": family,
        "word": word,
        "takes": [record_table("families", "families")],
    }

    _families(
        key="families",
        data=data,
        on_family_change=partial(set_choice, "family"),
        on_word_change=partial(set_choice, "word"),
    )


def _serialize_graph(graph: Graph) -> dict[str, object]:
    """Return the graph of an architecture as data for the view."""
    # Column, row, step, next node on the path, length of the path.
    paths = graph.find_shortest_paths()
    nodes = [(*node, *path) for node, path in zip(graph.nodes, paths, strict=True)]
    return {
        "rows": [_label_row(row) for row in graph.rows],
        "nodes": nodes,
        "edges": graph.edges,  # source, target, how it is drawn
        "outputs": graph.outputs,
        "looks_back": graph.looks_back,
        "steps": graph.steps,
    }


def _label_row(row: str | int) -> str:
    """Return the translated label of a row of nodes."""
    return _("layer {layer}").format(layer=row) if isinstance(row, int) else _(ROWS[row])
