"""The graph, what to look for in it, and the card of the chosen node."""

import re

import streamlit as st

from model.changes.kinds import Change, RemovedPart, SilencedHead
from model.flow.cuts import Cut, predict
from model.flow.nodes import FEED_FORWARD, Node
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import Look
from pages.lab.trace_it.compute import (
    Graph,
    Place,
    best_units,
    graph,
    into_m,
    node_name,
    prepared_by,
    records,
    row_of_weights,
    ways_to_m,
)
from pages.lab.trace_it.views.trace_view import trace_view
from ui.choices import changed, controls, link
from ui.frame import explain
from ui.readings import session
from ui.readings.changes import combine
from ui.readings.reading import Token
from ui.readings.typed import name

LEAST = 0.1  # of a node's part: what brings less is not named
WEIGHTS = 5  # of a head's row
SPOKEN = 3  # ways that are told in words
SHARE = 80  # percent of the flow into m that the picture shows at first


def show(look: Look) -> None:
    """Draw the graph, and say what it shows."""
    held, edges = cached.held_pass(look), cached.edges(look)
    known = graph(held)
    tokens = sides(look)
    found, ways = records(known, edges, [[one.text for one in some] for some in tokens])
    place = chosen_place(look, known)
    config = held.network.config
    trace_view(
        tokens,
        {"encoder": len(config.layers("encoder")), "decoder": len(config.layers("decoder"))},
        found,
        ways,
        {
            "m": round(held.m, 5),
            "into": round(into_m(held), 5),
            "said": look.said,
            "rival": remarks.against(look.rival, look.decision.rival is None),
            "share": controls.number("flow_share", 100, SHARE, 50),
            "chosen": place.key,
            "card": card(look, known, place),
            "spoken": remarks.say_ways(ways_to_m(found, ways, SPOKEN), look.said),
        },
    )
    change = _change(known.node(place))
    if change is not None and change not in look.reading.changes:
        label = remarks.KEEP.format(node_name(known.node(place)))
        st.button(label, key="keep_cut", on_click=_keep, args=(look.reading.changes, change))
    explain.look_for(_look_for(look, known, place_of_most(known)))


def _change(node: Node) -> Change | None:
    """Return the change that takes a node away at every position; None if it is an input."""
    if node.head >= 0:
        return SilencedHead(node.kind, node.layer, node.head)
    if node.kind == FEED_FORWARD:
        return RemovedPart("sublayer", f"{node.stack}-{FEED_FORWARD}", node.layer)
    return None


def _keep(changes: tuple[Change, ...], change: Change) -> None:
    changed.change(combine(changes, [change]))


def sides(look: Look) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the tokens of both stacks."""
    return look.reading.source, look.reading.target[: look.step + 1]


def place_of_most(known: Graph) -> Place:
    """Return the head or feed-forward network that carries most."""
    return known.strongest(1)[0]


def chosen_place(look: Look, known: Graph) -> Place:
    """Return the node that is looked at: the link's, or the strongest."""
    default = place_of_most(known).key

    def fits(key: object) -> bool:
        place = _read(key) if isinstance(key, str) else None
        return place is not None and known.has(place)

    key = link.restore("node", str, default, fits)
    link.show("node", key, default, computed=True)
    return _read(key)


def _read(key: str) -> Place | None:
    match = re.fullmatch(r"([01])\.([0-9]{1,4})\.([0-9]{1,3})", key)
    return Place(*map(int, match.groups())) if match else None


def name_of(look: Look, known: Graph, place: Place) -> str:
    """Name a node and its position."""
    node, token = known.node(place), sides(look)[place.stack][place.position].text
    if node.layer < 0:
        return f"the {node.kind} of “{token}”" if node.kind == "position" else f"“{token}”"
    return f"{node_name(node)} at “{token}”"


def card(look: Look, known: Graph, place: Place) -> dict[str, object]:
    """Return what the card of the chosen node says besides its ways."""
    held, node, tokens = cached.held_pass(look), known.node(place), sides(look)
    cut = Cut(node, place.position)
    [after] = cached.after(look, [cut])
    token, p = cached.says(look, cut)
    says = (name(session.glass().tokenizer, token), p)
    weights, units = [], []
    if node.head >= 0:
        row = row_of_weights(held, place, node)
        keys = tokens[0] if node.kind != "decoder" else tokens[1]
        best = row.topk(min(WEIGHTS, len(row))).indices.tolist()
        weights = [[keys[one].text, round(row[one].item(), 3)] for one in best]
    elif node.kind == FEED_FORWARD:
        units = [[1 + unit, round(part, 3)] for unit, part in best_units(held, place, node)]
    return {
        "id": place.key,
        "name": name_of(look, known, place),
        "weights": weights,
        "units": units,
        "predicted": round(predict(held, cut), 3),
        "measured": round(after, 3),
        "says": says[0],
        "p": round(says[1], 3),
    }


def _look_for(look: Look, known: Graph, strongest: Place) -> str:
    """Say which token and which node carry most."""
    tokens = sides(look)
    inputs = [
        (tokens[stack][position].text, part)
        for stack, parts in enumerate(known.parts)
        for position, part in enumerate(parts[0].tolist())
    ]
    token = max(inputs, key=lambda one: abs(one[1]))
    node = known.node(strongest)
    position, writers = prepared_by(known, cached.edges(look), strongest, LEAST)
    other = 1 if node.kind in ("decoder", FEED_FORWARD) and node.stack == "decoder" else 0
    where = None if position is None or node.head < 0 else tokens[other][position].text
    names = [node_name(one) for one in writers]
    return remarks.look_for(token, (node_name(node), known.part(strongest)), where, names)


def shapes(look: Look) -> dict[str, str]:
    """Return the shapes of what was computed."""
    held = cached.held_pass(look)
    known = graph(held)
    d_model = held.network.config.d_model
    return {
        f"parts of the {stack}'s last stream": f"{parts.shape[1]} × {parts.shape[0]} × {d_model}"
        for stack, parts in zip(("encoder", "decoder"), known.parts, strict=True)
    }
