"""One attention score of the selected head, split into pairs of components."""

import streamlit as st

from model.flow.graph import (
    FlowGraph,
    GraphNode,
    attention_row,
    build_graph,
)
from model.flow.groups import sum_score_by_group
from model.flow.nodes import Sublayer
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import TracedToken
from pages.lab.trace_it.figures import plot_score_map
from pages.lab.trace_it.names import group_name, node_name
from pages.lab.trace_it.picture import get_chosen_node, get_stack_tokens
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import distinct_names
from ui.views.plot import show_figure


def show(traced_token: TracedToken) -> None:
    """Show the terms of an attention score of the selected head: of its query and the key that the
    query attends to most.

    Each term belongs to a group of nodes that wrote into the query's vector, and a group that wrote
    into the key's.

    Args:
        traced_token: the output token that is explained, and its foil.
    """
    known = build_graph(cached.get_linearized_pass(traced_token))
    place = _find_head(known, get_chosen_node(known))
    if place is None:
        st.info(_(remarks.NO_HEAD))
        return
    node, tokens = known.resolve(place), get_stack_tokens(traced_token)
    key = int(
        attention_row(cached.get_linearized_pass(traced_token), node, place.position).argmax()
    )
    sublayer = Sublayer(node.stack, node.kind, node.layer)
    pairs = cached.split_score(traced_token, sublayer, node.head, place.position, key)
    answers = 0 if node.kind == "cross" else place.stack
    table, *groups = sum_score_by_group(pairs, known.nodes[place.stack], known.nodes[answers])
    rows, columns = ([group_name(one) for one in some] for some in groups)
    terms = [
        (one, other, table[i][j]) for i, one in enumerate(rows) for j, other in enumerate(columns)
    ]
    query = distinct_names(tokens[place.stack])[place.position]
    answerer = distinct_names(tokens[answers])[key]
    asked = None if answers == place.stack and key == place.position else answerer
    best = max(terms, key=lambda one: abs(one[2]))
    explain.show_callout(
        remarks.describe_score(node_name(node), query, asked, pairs.sum().item(), best)
    )
    figure = plot_score_map(table, rows, columns, (query, answerer))
    show_figure(figure, key="trace-score", label=_("Terms of one score of a head"))


def _find_head(graph: FlowGraph, node: GraphNode) -> GraphNode | None:
    """Return the selected node if it is a head, else the strongest head; None without a head."""
    heads = [one for one in (node, *graph.strongest(40)) if graph.resolve(one).head >= 0]
    return heads[0] if heads else None
