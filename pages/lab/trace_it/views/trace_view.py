"""The paths of a decision: ribbons from tokens through heads and feed-forward networks to m."""

from collections.abc import Mapping, Sequence
from functools import partial

from ui.choices.controls import set_choice
from ui.schemas import INDEX, TEXT
from ui.views import register_view
from ui.views.export_tables import record_table

_view = register_view(__file__, schemas={"choose": TEXT, "share": INDEX})


def trace_view(
    layers: Mapping[str, int],
    nodes: Sequence[Mapping],
    paths: Sequence[Mapping],
    extra_data: Mapping[str, object],
) -> None:
    """Show the flow graph; a click on a node sets "node" in the session.

    Args:
        layers: number of layers, by stack.
        nodes: records of the graph's nodes, with their names.
        paths: records of its edges, strongest first.
        extra_data: margin m, explained token and foil, selected node and its card.
    """
    data = {
        "layers": dict(layers),
        "nodes": list(nodes),
        "ways": list(paths),
        **extra_data,
        "takes": [record_table("nodes", "nodes"), record_table("ways", "ways")],
    }
    _view(
        key="trace_view",
        data=data,
        on_choose_change=partial(set_choice, "node"),
        on_share_change=partial(set_choice, "flow_share"),
    )
