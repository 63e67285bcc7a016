"""Ablations: the margin that the linearized pass predicts against the measured one."""

import streamlit as st

from model.flow.ablation import Ablation, predict_margin
from model.flow.graph import FlowGraph, GraphNode, build_graph
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import TracedToken
from pages.lab.trace_it.figures import plot_ablations
from pages.lab.trace_it.picture import get_chosen_node, node_label
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import session
from ui.readings.token_input import token_label
from ui.views.plot import show_figure

COUNT = 20  # strongest nodes in the scatter plot
WAYS = {"zero": N_("zeros"), "mean": N_("its mean over our own sentences")}


def show(traced_token: TracedToken) -> None:
    """Show the margin m (logit of the token minus that of its foil) after ablating the selected
    node, and each of the strongest nodes: as the linearized pass predicts it, and as measured.

    Args:
        traced_token: the output token that is explained, and its foil.
    """
    held, means = cached.get_linearized_pass(traced_token), cached.load_mean_outputs()
    known = build_graph(held)
    options = {way: _(name) for way, name in WAYS.items() if means or way == "zero"}
    instead = controls.choose_option("instead", _("A cut replaces it with"), options, "zero")
    place = get_chosen_node(known)
    cut = _make_ablation(known, place, instead)
    places = known.strongest(COUNT)
    every = [_make_ablation(known, one, instead) for one in places]
    with st.spinner(_("Running the model without each node ...")):
        [after], all_after = (
            cached.measure_margins(traced_token, [cut]),
            cached.measure_margins(traced_token, every),
        )
    token, __ = cached.predict_after_ablation(traced_token, cut)
    first = token_label(session.glass().tokenizer, token)
    named = node_label(traced_token, known, place)
    pair = (predict_margin(held, cut, means), after)
    explain.show_callout(remarks.describe_ablation(named, held.m, pair, first, cut.mean))
    pairs = [
        (predict_margin(held, one, means), after)
        for one, after in zip(every, all_after, strict=True)
    ]
    explain.show_callout(
        remarks.describe_prediction_quality(
            pairs, held.m, has_two_tokens=traced_token.decision.foil is not None
        )
    )
    names = [node_label(traced_token, known, one) for one in places]
    show_figure(
        plot_ablations(pairs, names, held.m, places.index(place) if place in places else None),
        key="trace-cuts",
        label=_("Predicted and measured m after cutting each of the strongest nodes"),
    )


def _make_ablation(graph: FlowGraph, graph_node: GraphNode, replacement: str) -> Ablation:
    """Return the ablation of a node to zero or to its mean; positions have no mean."""
    node = graph.resolve(graph_node)
    return Ablation(
        node, graph_node.position, mean=replacement == "mean" and node.kind != "position"
    )
