"""Ablations: the margin that the linearized pass predicts against the measured one."""

import streamlit as st

from model.flow.cuts import Cut, predict
from model.flow.graph import Graph, GraphNode, graph
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import Look
from pages.lab.trace_it.figures import cuts
from pages.lab.trace_it.picture import name_of, place_in_focus
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import session
from ui.readings.typed import name
from ui.views.plot import plot

COUNT = 20  # strongest nodes in the scatter plot
WAYS = {"zero": N_("zeros"), "mean": N_("its mean over our own sentences")}


def show(look: Look) -> None:
    """Compare predicted and measured margins, for the selected node and the 20 strongest."""
    held, means = cached.hold_pass(look), cached.means()
    known = graph(held)
    options = {way: _(name) for way, name in WAYS.items() if means or way == "zero"}
    instead = controls.one_of("instead", _("A cut replaces it with"), options, "zero")
    place = place_in_focus(look, known)
    cut = _cut(known, place, instead)
    places = known.strongest(COUNT)
    every = [_cut(known, one, instead) for one in places]
    with st.spinner(_("Running the model without each node ...")):
        [after], all_after = cached.after(look, [cut]), cached.after(look, every)
    token, __ = cached.says(look, cut)
    first = name(session.glass().tokenizer, token)
    named = name_of(look, known, place)
    pair = (predict(held, cut, means), after)
    explain.finding(remarks.cut(named, held.m, pair, first, cut.mean))
    pairs = [
        (predict(held, one, means), after) for one, after in zip(every, all_after, strict=True)
    ]
    explain.finding(remarks.scatter(pairs, held.m, two=look.decision.rival is not None))
    names = [name_of(look, known, one) for one in places]
    plot(
        cuts(pairs, names, held.m, places.index(place) if place in places else None),
        key="trace-cuts",
        label=_("Predicted and measured m after cutting each of the strongest nodes"),
    )


def _cut(known: Graph, place: GraphNode, instead: str) -> Cut:
    """Return the ablation of a node to zero or to its mean; positions have no mean."""
    node = known.node(place)
    return Cut(node, place.position, mean=instead == "mean" and node.kind != "position")
