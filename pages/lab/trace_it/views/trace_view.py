"""The paths of a decision: ribbons from tokens through heads and feed-forward networks to m."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from ui.choices.controls import set_choice
from ui.views import register_view
from ui.views.export_tables import record_table

Stack = Literal["encoder", "decoder"]
STACKS: tuple[Stack, Stack] = ("encoder", "decoder")


@dataclass(frozen=True)
class TraceNode:
    """A node at a position; layer, head and position count from 1, 0 where there is none.

    Args:
        id: key of the node.
        stack: the stack it is in.
        kind: kind of attention, or what else it is.
        layer: number of its layer.
        head: number of its head.
        position: number of its token.
        token: text of its token.
        name: its name where the picture says which stack it is in.
        full: its name anywhere.
        part: its part in m.
    """

    id: str
    stack: Stack
    kind: Literal["token", "position", "encoder", "decoder", "cross", "feed-forward"]
    layer: int
    head: int
    position: int
    token: str
    name: str
    full: str
    part: float


@dataclass(frozen=True)
class TraceWay:
    """An edge between two nodes by id, or to "m"."""

    begin: str
    end: str
    flow: float


@dataclass(frozen=True)
class TraceCard:
    """The chosen node: attention weights or hidden units, and the effect of ablating it.

    Args:
        id: key of the node.
        name: its name, with its token.
        weights: its largest attention weights, as (token, weight).
        units: its strongest hidden units, as (number, part, words that activate it).
        predicted: margin that the graph predicts without the node.
        measured: margin that was measured without it.
        says: likeliest token then.
        p: its probability.
    """

    id: str
    name: str
    weights: Sequence[tuple[str, float]]
    units: Sequence[tuple[int, float, Sequence[str]]]
    predicted: float
    measured: float
    says: str
    p: float


@dataclass(frozen=True)
class TraceData:
    """The flow graph of a decision.

    Args:
        layers: number of layers, by stack.
        nodes: the graph's nodes.
        ways: its edges, strongest first.
        sums: what m adds up from, by name: all tokens, all positional encodings, all biases.
        m: the logit margin.
        into: flow into m of all edges.
        said: the explained token.
        rival: the foil.
        mean: whether the foil is the mean of all tokens.
        share: percentage of the flow into m that is shown.
        chosen: key of the selected node.
        card: details of that node.
        spoken: the strongest paths in words.
    """

    layers: Mapping[Stack, int]
    nodes: Sequence[TraceNode]
    ways: Sequence[TraceWay]
    sums: Sequence[tuple[str, float]]
    m: float
    into: float
    said: str
    rival: str
    mean: bool
    share: int
    chosen: str
    card: TraceCard
    spoken: str


@dataclass(frozen=True)
class TraceEvents:
    """Events of the view: key of the clicked node, and the percentage to show."""

    choose: str
    share: int


_view = register_view(
    __file__, TraceData, TraceEvents, tables=[record_table("nodes"), record_table("ways")]
)


def show_trace_view(data: TraceData) -> None:
    """Show the flow graph.

    A click on a node stores its key as "node" in the session; the slider sets "flow_share", the
    percentage of the flow into the margin that the drawn edges carry.

    Args:
        data: nodes, edges and texts of the graph.
    """
    _view(
        key="trace_view",
        data=data,
        on_choose_change=partial(set_choice, "node"),
        on_share_change=partial(set_choice, "flow_share"),
    )
