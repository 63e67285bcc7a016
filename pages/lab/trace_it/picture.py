"""The graph of paths, its takeaway, and the card of the selected node."""

import re
from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.changes.kinds import Change, CutPosition, RemovedPart, SilencedHead
from model.flow.ablation import Ablation, predict_margin
from model.flow.graph import (
    FlowGraph,
    GraphNode,
    attention_row,
    build_graph,
    graph_records,
    margin_terms,
    top_units,
)
from model.flow.linearized import LinearizedPass
from model.flow.nodes import FEED_FORWARD, Node
from model.flow.routes import StrongestEdges, paths_to_margin, yield_strongest_edges
from pages.lab.trace_it import cached, names, remarks
from pages.lab.trace_it.choices import TracedToken
from pages.lab.trace_it.views.trace_view import (
    STACKS,
    TraceCard,
    TraceData,
    TraceNode,
    TraceWay,
    show_trace_view,
)
from ui.choices import active_changes, controls, link
from ui.frame import explain
from ui.frame.background import JobStatus, Task, show_job, start_job
from ui.messages import _
from ui.readings import session
from ui.readings import units as units_of
from ui.readings.changes import merge_changes
from ui.readings.reading import Token, distinct_names
from ui.readings.token_input import token_label
from ui.sentence import Remark

WEIGHTS = 5  # largest weights of a head's row on the card
WORDS = 3  # top words of a hidden unit
DESCRIBED_PATHS = 3  # paths described in words
QUICK = 20_000  # query-key pairs; more start a background job
_NAME, _BEGUN = "ways", "ways begun"
SHARE = 60  # default percentage of the flow into m that is shown


def show(traced_token: TracedToken) -> None:
    """Show the flow graph; for long sentences, a background job computes it first."""
    source, prefix = map(len, get_stack_tokens(traced_token))
    if source**2 + prefix**2 + source * prefix <= QUICK:
        with st.spinner(_("Following every path ...")):
            found = cached.find_strongest_edges(traced_token)
        _show_traced_paths(traced_token, found)
        return
    question = traced_token.decision, traced_token.reading.changes
    if st.session_state.get(_BEGUN) != question:  # once; after a stop, only the button restarts
        st.session_state[_BEGUN] = question
        start_job(_NAME)
    work = partial(yield_strongest_edges, cached.get_linearized_pass(traced_token), cached.EDGES)
    task = Task(_NAME, question, work, _("Follow every path"), _progress)
    show_job(task, partial(_show_when_complete, traced_token))


def _progress(results: Sequence[StrongestEdges]) -> tuple[float, str]:
    """Return the share of paths followed, and the text for the progress bar."""
    share = results[-1].share if results else 0.0
    return share, _(remarks.FOLLOWED).format(share=share)


def _show_when_complete(traced_token: TracedToken, job_status: JobStatus[StrongestEdges]) -> None:
    """Show the flow graph once all paths are computed."""
    if job_status.results and job_status.results[-1].share == 1:
        _show_traced_paths(traced_token, job_status.results[-1])


def _show_traced_paths(traced_token: TracedToken, strongest_edges: StrongestEdges) -> None:
    """Show the flow graph, the ablation buttons and the takeaway, and keep a cut for the end."""
    known = build_graph(cached.get_linearized_pass(traced_token))
    place = get_chosen_node(known)
    _draw_graph(
        traced_token, strongest_edges, place, controls.integer_choice("flow_share", 100, SHARE, 50)
    )
    explain.show_sentence_fact(_describe_takeaway(traced_token, known))
    explain.defer_sentence_fact(_describe_strongest_cut(traced_token, known))
    _show_ablation_buttons(traced_token, known.resolve(place), place)


def show_graph(
    traced_token: TracedToken, node: GraphNode | None = None, share: int = SHARE
) -> None:
    """Show the flow graph with the details of one node, without the page's buttons and takeaway.

    Args:
        traced_token: the output token that is explained, and its foil.
        node: the node whose details are shown; None for the strongest one.
        share: percentage of the flow into the margin m (logit of the token minus that of its foil)
            that the drawn edges carry at first, the strongest of all; a smaller percentage if they
            were too many to see.
    """
    _draw_graph(traced_token, cached.find_strongest_edges(traced_token), node, share)


def _draw_graph(
    traced_token: TracedToken, strongest_edges: StrongestEdges, node: GraphNode | None, share: int
) -> None:
    """Fill the flow graph's view: nodes, edges, and the card of one node."""
    held, edges = cached.get_linearized_pass(traced_token), strongest_edges.edges
    known = build_graph(held)
    node = node or find_strongest_node(known)
    tokens = get_stack_tokens(traced_token)
    found, ways = graph_records(known, edges, [[one.text for one in some] for some in tokens])
    config = held.network.config
    show_trace_view(
        TraceData(
            layers={stack: len(config.layers(stack)) for stack in STACKS},
            nodes=[
                TraceNode(**one, name=names.short_name(one), full=names.record_name(one))
                for one in found
            ],
            ways=[TraceWay(**way) for way in ways],
            sums=_add_up_parts(held),
            m=round(held.m, 5),
            into=round(strongest_edges.total_flow, 5),
            said=traced_token.token_text,
            rival=remarks.foil_label(traced_token.foil_text, traced_token.decision.foil is None),
            mean=traced_token.decision.foil is None,
            share=share,
            chosen=node.key,
            card=build_node_card(traced_token, known, node),
            spoken=remarks.describe_paths(
                paths_to_margin(found, ways, DESCRIBED_PATHS), traced_token.token_text
            ),
        )
    )


def _show_ablation_buttons(traced_token: TracedToken, node: Node, graph_node: GraphNode) -> None:
    """Show buttons that keep a node ablated, here or at every position, unless it is an input."""
    if node.layer < 0:
        return
    changes, name = traced_token.reading.changes, names.node_name(node)
    token = get_stack_tokens(traced_token)[graph_node.stack][graph_node.position].text
    here, everywhere = _ablation_changes(node, graph_node.position)
    with st.container(horizontal=True, key="trace-keep"):
        for key, change, label in (
            ("keep_cut", here, _(remarks.KEEP).format(node=name, token=token)),
            ("keep_everywhere", everywhere, _(remarks.KEEP_EVERYWHERE).format(node=name)),
        ):
            if change not in changes:
                st.button(label, key=key, on_click=_keep_ablation, args=(changes, change))


def _ablation_changes(node: Node, position: int) -> tuple[Change, Change]:
    """Return the changes that ablate a node at one position, and at every position."""
    if node.head >= 0:
        one = CutPosition(node.kind, node.layer, node.head, position)
        return one, SilencedHead(node.kind, node.layer, node.head)
    part = f"{node.stack}-{FEED_FORWARD}"
    return CutPosition(part, node.layer, -1, position), RemovedPart("sublayer", part, node.layer)


def _keep_ablation(changes: tuple[Change, ...], change: Change) -> None:
    """Add an ablation to the changes of the model that every page uses."""
    active_changes.set_changes(merge_changes(changes, [change]))


def get_stack_tokens(traced_token: TracedToken) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the tokens that encoder and decoder read at the step: source and target prefix.

    Args:
        traced_token: the output token that is explained, which gives the step.
    """
    return traced_token.reading.source, traced_token.reading.target[: traced_token.step + 1]


def find_strongest_node(graph: FlowGraph) -> GraphNode:
    """Return the head or feed-forward network with the largest absolute contribution to the margin
    m (logit of the token minus that of its foil).
    """
    return graph.strongest(1)[0]


def get_chosen_node(graph: FlowGraph) -> GraphNode:
    """Return the node that the page's link names; the strongest one if it names none.

    Args:
        graph: the flow graph.
    """
    default = find_strongest_node(graph).key

    def fits(node_text: object) -> bool:
        """Return whether a text from the link names a node of the graph."""
        place = _parse_node(node_text) if isinstance(node_text, str) else None
        return place is not None and graph.has_node(place)

    key = link.restore_control("node", str, default, fits)
    link.store_control("node", key, default, default_varies=True)
    return _parse_node(key) or find_strongest_node(graph)


def _parse_node(node_text: str) -> GraphNode | None:
    """Parse a node from a link's text; return None if the text is malformed."""
    match = re.fullmatch(r"([01])\.([0-9]{1,4})\.([0-9]{1,3})", node_text)
    return GraphNode(*map(int, match.groups())) if match else None


def node_label(traced_token: TracedToken, graph: FlowGraph, graph_node: GraphNode) -> str:
    """Return a node's label: its name and its token, such as "cross-attention 1.3 at “la”".

    Args:
        traced_token: the output token that is explained, which gives the tokens.
        graph: its flow graph.
        graph_node: the node and its position.
    """
    node, token = (
        graph.resolve(graph_node),
        get_stack_tokens(traced_token)[graph_node.stack][graph_node.position].text,
    )
    if node.kind == "position":
        return _("the position of “{token}”").format(token=token)
    if node.layer < 0:
        return _("“{token}”").format(token=token)
    return _("{node} at “{token}”").format(node=names.node_name(node), token=token)


def build_node_card(
    traced_token: TracedToken, graph: FlowGraph, graph_node: GraphNode
) -> TraceCard:
    """Return the details of a node, for the view.

    They are a head's largest attention weights, or a feed-forward network's strongest hidden units;
    and the margin m (logit of the token minus that of its foil) after ablating the node.

    Args:
        traced_token: the output token that is explained, and its foil.
        graph: its flow graph.
        graph_node: the node and its position.
    """
    held, node, tokens = (
        cached.get_linearized_pass(traced_token),
        graph.resolve(graph_node),
        get_stack_tokens(traced_token),
    )
    cut = Ablation(node, graph_node.position)
    [after] = cached.measure_margins(traced_token, [cut])
    token, p = cached.predict_after_ablation(traced_token, cut)
    weights: list[tuple[str, float]] = []
    units: list[tuple[int, float, Sequence[str]]] = []
    if node.head >= 0:
        row = attention_row(held, node, graph_node.position)
        keys = tokens[0] if node.kind != "decoder" else tokens[1]
        best = row.topk(min(WEIGHTS, len(row))).indices.tolist()
        weights = [(keys[one].text, round(row[one].item(), 3)) for one in best]
    elif node.kind == FEED_FORWARD:
        units = [
            (1 + unit, round(part, 3), units_of.top_words(node.stack, node.layer, unit, WORDS))
            for unit, part in top_units(held, node, graph_node.position)
        ]
    return TraceCard(
        id=graph_node.key,
        name=node_label(traced_token, graph, graph_node),
        weights=weights,
        units=units,
        predicted=round(predict_margin(held, cut), 5),
        measured=round(after, 5),
        says=token_label(session.glass().tokenizer, token),
        p=round(p, 3),
    )


def _add_up_parts(linearized: LinearizedPass) -> list[tuple[str, float]]:
    """Return the contributions to m of all tokens, all positional encodings and all biases, each
    with its name.
    """
    tokens, others = 0.0, []
    for kind, __, part in margin_terms(linearized):
        if kind in names.SUMS:
            others.append((_(names.SUMS[kind]), round(part, 5)))
        else:
            tokens += part
    return [(_("all tokens"), round(tokens, 5)), *others]


def _describe_takeaway(traced_token: TracedToken, graph: FlowGraph) -> Remark:
    """Return the takeaway: what the lead adds up from, and what weighs most for and against."""
    held = cached.get_linearized_pass(traced_token)
    votes = [
        vote
        for tokens, parts in zip(get_stack_tokens(traced_token), graph.attributions, strict=True)
        for vote in zip(distinct_names(tokens), parts[0].tolist(), strict=True)
    ]
    __, (_positions, positions), (_biases, biases) = _add_up_parts(held)
    return remarks.describe_takeaway(
        traced_token.token_text,
        None if traced_token.decision.foil is None else traced_token.foil_text,
        held.m,
        votes,
        (positions, biases),
    )


def _describe_strongest_cut(traced_token: TracedToken, graph: FlowGraph) -> Remark:
    """Return what cutting the strongest node leaves of the lead."""
    tokens, strongest = get_stack_tokens(traced_token), find_strongest_node(graph)
    node = graph.resolve(strongest)
    held, cut = cached.get_linearized_pass(traced_token), Ablation(node, strongest.position)
    [after] = cached.measure_margins(traced_token, [cut])
    return remarks.describe_strongest_cut(
        traced_token.token_text,
        None if traced_token.decision.foil is None else traced_token.foil_text,
        (held.m, after),
        (names.node_name(node), tokens[strongest.stack][strongest.position].text),
        predict_margin(held, cut),
    )


def tensor_shapes(traced_token: TracedToken) -> dict[str, str]:
    """Return the shapes of encoder and decoder output split into a part for each node that wrote
    into it, as text by label, such as "9 × 34 × 256": positions, parts, d_model.

    Args:
        traced_token: the output token that is explained, which gives the step.
    """
    held = cached.get_linearized_pass(traced_token)
    known = build_graph(held)
    d_model = held.network.config.d_model
    named = (_("parts of the encoder's output"), _("parts of the decoder's output"))
    return {
        name: f"{parts.shape[1]} × {parts.shape[0]} × {d_model}"
        for name, parts in zip(named, known.attributions, strict=True)
    }
