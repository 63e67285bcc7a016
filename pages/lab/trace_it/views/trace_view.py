"""The paths of a decision: ribbons from the tokens through heads and feed-forwards up to m."""

from collections.abc import Mapping, Sequence
from functools import partial

from ui.choices.controls import choose
from ui.forms import PLACE, TEXT
from ui.views import view
from ui.views.tables import records

_view = view(__file__, says={"choose": TEXT, "share": PLACE})


def trace_view(
    layers: Mapping[str, int],
    nodes: Sequence[Mapping],
    ways: Sequence[Mapping],
    more: Mapping[str, object],
) -> None:
    """Draw the graph; a click chooses a node.

    Args:
        layers: how many each stack has.
        nodes: as ``compute.graph.records`` has them, and what each is called.
        ways: likewise, strongest first.
        more: m, what was said and its rival, the chosen node and what its card says.
    """
    data = {
        "layers": dict(layers),
        "nodes": list(nodes),
        "ways": list(ways),
        **more,
        "takes": [records("nodes", "nodes"), records("ways", "ways")],
    }
    _view(
        key="trace_view",
        data=data,
        on_choose_change=partial(choose, "node"),
        on_share_change=partial(choose, "flow_share"),
    )
