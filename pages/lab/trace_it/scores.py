"""One attention score of the selected head, split into pairs of components."""

import streamlit as st

from model.flow.graph import (
    Graph,
    GraphNode,
    graph,
    row_of_weights,
)
from model.flow.groups import group_scores
from model.flow.nodes import Sublayer
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import Look
from pages.lab.trace_it.figures import score_map
from pages.lab.trace_it.names import group_name, node_name
from pages.lab.trace_it.picture import place_in_focus, sides
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import distinct_names
from ui.views.plot import plot


def show(look: Look) -> None:
    """Split the score of the key with the largest weight, in the selected or strongest head."""
    known = graph(cached.hold_pass(look))
    place = _head(known, place_in_focus(look, known))
    if place is None:
        st.info(_(remarks.NO_HEAD))
        return
    node, tokens = known.node(place), sides(look)
    key = int(row_of_weights(cached.hold_pass(look), place, node).argmax())
    sublayer = Sublayer(node.stack, node.kind, node.layer)
    pairs = cached.pairs(look, sublayer, node.head, place.position, key)
    answers = 0 if node.kind == "cross" else place.stack
    table, *groups = group_scores(pairs, known.known[place.stack], known.known[answers])
    rows, columns = ([group_name(one) for one in some] for some in groups)
    terms = [
        (one, other, table[i][j]) for i, one in enumerate(rows) for j, other in enumerate(columns)
    ]
    query = distinct_names(tokens[place.stack])[place.position]
    answerer = distinct_names(tokens[answers])[key]
    asked = None if answers == place.stack and key == place.position else answerer
    best = max(terms, key=lambda one: abs(one[2]))
    explain.finding(remarks.score(node_name(node), query, asked, pairs.sum().item(), best))
    figure = score_map(table, rows, columns, (query, answerer))
    plot(figure, key="trace-score", label=_("Terms of one score of a head"))


def _head(known: Graph, place: GraphNode) -> GraphNode | None:
    """Return the selected node if it is a head, else the strongest head; None without one."""
    heads = [one for one in (place, *known.strongest(40)) if known.node(one).head >= 0]
    return heads[0] if heads else None
