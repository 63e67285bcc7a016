"""A timeline of architectures, and the path that a sentence takes through the chosen one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pages.background.history.compute.families import Graph
from ui.choices.controls import set_choice
from ui.messages import N_, _
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import record_table

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
        gloss: what is special about it, in a few words.
        paper: the paper that introduced it.
        added: what it could do that earlier ones could not.
        stopped: what it could not do, or what it costs.
        verdict: heading of ``stopped``.
        graph: its graph, unrolled over this sentence.
    """

    name: str
    year: str
    gloss: str
    paper: str
    added: str
    stopped: str
    verdict: str
    graph: Graph


@dataclass(frozen=True)
class SentenceFlow:
    """How a sentence flows through an architecture.

    Args:
        rows: names of the rows of nodes, from the bottom up.
        nodes: column, row, step, next node on the shortest path to the end, length of that path.
        edges: source node, target node, and how the edge is drawn.
        outputs: the nodes that write the translation.
        looks_back: whether each output position attends to the earlier ones.
        steps: number of sequential steps.
    """

    rows: Sequence[str]
    nodes: Sequence[tuple[float, int, int, int, int]]
    edges: Sequence[tuple[int, int, int]]
    outputs: Sequence[int]
    looks_back: bool
    steps: int


@dataclass(frozen=True)
class TimelineFamily:
    """A ``Family`` as the view gets it."""

    name: str
    year: str
    gloss: str
    paper: str
    added: str
    stopped: str
    verdict: str
    graph: SentenceFlow


@dataclass(frozen=True)
class FamiliesData:
    """The architectures, tokens of both sentences, and indices of what is chosen."""

    version: str
    source: Sequence[Label]
    target: Sequence[Label]
    families: Sequence[TimelineFamily]
    family: int
    word: int


@dataclass(frozen=True)
class FamiliesEvents:
    """Events of the view: number of the clicked architecture, and of the clicked word, from 1."""

    family: int
    word: int


_families = register_view(__file__, FamiliesData, FamiliesEvents, tables=[record_table("families")])


def show_families(
    families: Sequence[Family],
    source: Sequence[Token],
    target: Sequence[Token],
    *,
    family: int,
    word: int,
) -> None:
    """Draw the timeline of architectures, and the graph of the chosen one.
    Clicks set "family" and "word" in the session, both counted from 1.

    Args:
        families: the architectures, oldest first.
        source: tokens of the sentence.
        target: tokens of the translation.
        family: index of the chosen architecture, from 0.
        word: index of the source token whose path is drawn, from 0.
    """
    data = FamiliesData(
        version=str((source, target)),
        source=label_tokens(source),
        target=label_tokens(target),
        families=[TimelineFamily(**vars(one) | {"graph": _flow(one.graph)}) for one in families],
        family=family,
        word=word,
    )
    _families(
        key="families",
        data=data,
        on_family_change=partial(set_choice, "family"),
        on_word_change=partial(set_choice, "word"),
    )


def _flow(graph: Graph) -> SentenceFlow:
    """Return the graph of an architecture as data for the view."""
    paths = graph.find_shortest_paths()
    return SentenceFlow(
        rows=[_label_row(row) for row in graph.rows],
        nodes=[(*node, *path) for node, path in zip(graph.nodes, paths, strict=True)],
        edges=graph.edges,
        outputs=graph.outputs,
        looks_back=graph.looks_back,
        steps=graph.steps,
    )


def _label_row(row: str | int) -> str:
    """Return the translated label of a row of nodes."""
    return _("layer {layer}").format(layer=row) if isinstance(row, int) else _(ROWS[row])
