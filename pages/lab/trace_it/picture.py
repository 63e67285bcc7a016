"""The graph of paths, its takeaway, and the card of the selected node."""

import re
from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.changes.kinds import Change, CutPosition, RemovedPart, SilencedHead
from model.flow.cuts import Cut, predict
from model.flow.flows import Edges
from model.flow.graph import (
    Graph,
    GraphNode,
    best_units,
    graph,
    records,
    row_of_weights,
)
from model.flow.nodes import FEED_FORWARD, Node
from model.flow.routes import Ways, follow_ways, main_source, ways_to_m
from pages.lab.trace_it import cached, names, remarks
from pages.lab.trace_it.choices import Look
from pages.lab.trace_it.views.trace_view import trace_view
from ui.choices import changed, controls, link
from ui.frame import explain
from ui.frame.background import Seen, Task, begin, follow
from ui.messages import _
from ui.readings import session
from ui.readings import units as units_of
from ui.readings.changes import combine
from ui.readings.reading import Token
from ui.readings.typed import name
from ui.words import percent

LEAST = 0.1  # share of a node's contribution below which a source is not named
WEIGHTS = 5  # largest weights of a head's row on the card
WORDS = 3  # top words of a hidden unit
SPOKEN = 3  # paths described in words
QUICK = 20_000  # query-key pairs; more start a background job
_NAME, _BEGUN = "ways", "ways begun"
SHARE = 80  # default percentage of the flow into m that is shown


def show(look: Look) -> None:
    """Show the graph at once, or through a background worker if it takes long."""
    source, prefix = map(len, sides(look))
    if source**2 + prefix**2 + source * prefix <= QUICK:
        with st.spinner(_("Following every path ...")):
            found = cached.ways(look)
        explain.in_your_sentence(_draw(look, found))
        return
    question = look.decision, look.reading.changes
    if st.session_state.get(_BEGUN) != question:  # once; after a stop, only the button restarts
        st.session_state[_BEGUN] = question
        begin(_NAME)
    work = partial(follow_ways, cached.hold_pass(look), cached.EDGES)
    task = Task(_NAME, question, work, _("Follow every path"), _progress)
    follow(task, partial(_draw_at_end, look))


def _progress(found: Sequence[Ways]) -> tuple[float, str]:
    """Return the finished share, and its label for the progress bar."""
    share = found[-1].share if found else 0.0
    return share, _(remarks.FOLLOWED).format(share=percent(share))


def _draw_at_end(look: Look, seen: Seen[Ways]) -> None:
    """Show the graph once all paths are computed."""
    if seen.results and seen.results[-1].share == 1:
        explain.in_your_sentence(_draw(look, seen.results[-1]))


def _draw(look: Look, found: Ways) -> str:
    """Show the graph and the ablation buttons; return the takeaway."""
    known = graph(cached.hold_pass(look))
    place = place_in_focus(look, known)
    _paint(look, found, place, controls.number("flow_share", 100, SHARE, 50))
    _offer_cuts(look, known.node(place), place)
    return _look_for(look, known, found.edges)


def draw(look: Look, place: GraphNode | None = None, share: int = SHARE) -> None:
    """Show the graph without the page's buttons and takeaway.

    Args:
        look: the traced decision.
        place: node whose card is shown; the strongest if None.
        share: percentage of the flow into m that is shown at first, at most.
    """
    _paint(look, cached.ways(look), place, share)


def _paint(look: Look, known_ways: Ways, place: GraphNode | None, share: int) -> None:
    """Fill the graph view: nodes, edges, and the card of one node."""
    held, edges = cached.hold_pass(look), known_ways.edges
    known = graph(held)
    place = place or place_of_most(known)
    tokens = sides(look)
    found, ways = records(known, edges, [[one.text for one in some] for some in tokens])
    config = held.network.config
    trace_view(
        {"encoder": len(config.layers("encoder")), "decoder": len(config.layers("decoder"))},
        [one | {"name": names.short_name(one), "full": names.record_name(one)} for one in found],
        ways,
        {
            "m": round(held.m, 5),
            "into": round(known_ways.into, 5),
            "said": look.said,
            "rival": remarks.against(look.rival, look.decision.rival is None),
            "mean": look.decision.rival is None,
            "share": share,
            "chosen": place.key,
            "card": card(look, known, place),
            "spoken": remarks.say_ways(ways_to_m(found, ways, SPOKEN), look.said),
        },
    )


def _offer_cuts(look: Look, node: Node, place: GraphNode) -> None:
    """Show buttons that keep the node ablated, at this position or at all; not for inputs."""
    if node.layer < 0:
        return
    changes, name = look.reading.changes, names.node_name(node)
    token = sides(look)[place.stack][place.position].text
    here, everywhere = _cuts(node, place.position)
    with st.container(horizontal=True, key="trace-keep"):
        for key, change, label in (
            ("keep_cut", here, _(remarks.KEEP).format(node=name, token=token)),
            ("keep_everywhere", everywhere, _(remarks.KEEP_EVERYWHERE).format(node=name)),
        ):
            if change not in changes:
                st.button(label, key=key, on_click=_keep, args=(changes, change))


def _cuts(node: Node, position: int) -> tuple[Change, Change]:
    """Return the changes that ablate a node at one position, and at every position."""
    if node.head >= 0:
        one = CutPosition(node.kind, node.layer, node.head, position)
        return one, SilencedHead(node.kind, node.layer, node.head)
    part = f"{node.stack}-{FEED_FORWARD}"
    return CutPosition(part, node.layer, -1, position), RemovedPart("sublayer", part, node.layer)


def _keep(changes: tuple[Change, ...], change: Change) -> None:
    """Add an ablation to the model changes."""
    changed.change(combine(changes, [change]))


def sides(look: Look) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the source tokens and the target tokens up to the step."""
    return look.reading.source, look.reading.target[: look.step + 1]


def place_of_most(known: Graph) -> GraphNode:
    """Return the head or feed-forward network that carries most of the margin."""
    return known.strongest(1)[0]


def place_in_focus(look: Look, known: Graph) -> GraphNode:
    """Return the selected node, from the link; else the strongest one."""
    default = place_of_most(known).key

    def fits(key: object) -> bool:
        place = _read(key) if isinstance(key, str) else None
        return place is not None and known.has(place)

    key = link.restore("node", str, default, fits)
    link.show("node", key, default, computed=True)
    return _read(key) or place_of_most(known)


def _read(key: str) -> GraphNode | None:
    """Parse a node from the link; None if it is malformed."""
    match = re.fullmatch(r"([01])\.([0-9]{1,4})\.([0-9]{1,3})", key)
    return GraphNode(*map(int, match.groups())) if match else None


def name_of(look: Look, known: Graph, place: GraphNode) -> str:
    """Return a node's label: its name and the token at its position."""
    node, token = known.node(place), sides(look)[place.stack][place.position].text
    if node.kind == "position":
        return _("the position of “{token}”").format(token=token)
    if node.layer < 0:
        return _("“{token}”").format(token=token)
    return _("{node} at “{token}”").format(node=names.node_name(node), token=token)


def card(look: Look, known: Graph, place: GraphNode) -> dict[str, object]:
    """Return the card of a node: attention weights or hidden units, and its ablation."""
    held, node, tokens = cached.hold_pass(look), known.node(place), sides(look)
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
        units = [
            [1 + unit, round(part, 3), units_of.top_words(node.stack, node.layer, unit, WORDS)]
            for unit, part in best_units(held, place, node)
        ]
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


def _look_for(look: Look, known: Graph, edges: Edges) -> str:
    """Return the takeaway: the token and the node that carry most."""
    tokens, strongest = sides(look), place_of_most(known)
    inputs = [
        (tokens[stack][position].text, part)
        for stack, parts in enumerate(known.parts)
        for position, part in enumerate(parts[0].tolist())
    ]
    token = max(inputs, key=lambda one: abs(one[1]))
    node = known.node(strongest)
    position, writers = main_source(known, edges, strongest, LEAST)
    other = 1 if node.kind == "decoder" else 0  # the stack it reads from
    where = None if position is None or node.head < 0 else tokens[other][position].text
    named = name_of(look, known, strongest), known.part(strongest)
    decision = look.said, remarks.against(look.rival, look.decision.rival is None)
    return remarks.look_for(decision, token, named, where, list(map(names.node_name, writers)))


def shapes(look: Look) -> dict[str, str]:
    """Return the tensor shapes of the decomposition, by name."""
    held = cached.hold_pass(look)
    known = graph(held)
    d_model = held.network.config.d_model
    named = (_("parts of the encoder's output"), _("parts of the decoder's output"))
    return {
        name: f"{parts.shape[1]} × {parts.shape[0]} × {d_model}"
        for name, parts in zip(named, known.parts, strict=True)
    }
