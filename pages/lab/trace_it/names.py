"""What the parts of the network are called; layers and heads count from 1."""

from collections.abc import Mapping

from model.flow.graph import Group
from model.flow.nodes import FEED_FORWARD, Node
from ui.messages import N_, _

POSITIONS = {"encoder": N_("encoder position"), "decoder": N_("decoder position")}
FEED_FORWARDS = {
    "encoder": N_("encoder feed-forward {layer}"),
    "decoder": N_("decoder feed-forward {layer}"),
}
HEADS = {
    "encoder": N_("encoder self-attention {layer}.{head}"),
    "decoder": N_("decoder self-attention {layer}.{head}"),
    "cross": N_("cross-attention {layer}.{head}"),
}
HEADS_OF_STACK = {  # where it is known which stack they are in
    "encoder": N_("self-attention {layer}.{head}"),
    "decoder": N_("self-attention {layer}.{head}"),
    "cross": N_("cross-attention {layer}.{head}"),
}
UNITS = {
    "encoder": N_("encoder feed-forward {layer}, unit {unit}"),
    "decoder": N_("decoder feed-forward {layer}, unit {unit}"),
}
GROUPS = {  # parts of a score
    "token": N_("token"),
    "position": N_("position"),
    "biases": N_("biases"),
    "encoder": N_("self-attention {layer}"),
    "decoder": N_("self-attention {layer}"),
    "cross": N_("cross-attention {layer}"),
    FEED_FORWARD: N_("feed-forward {layer}"),
}
SUMS = {"positions": N_("positions"), "biases": N_("biases")}
DECISIONS = (  # kinds, which model/flow/kinds.py has
    N_("gender of an article"),
    N_("number of an article"),
    N_("pronoun"),
    N_("ending of a word"),
    N_("negation"),
    N_("question mark"),
    N_("which language"),
    N_("name"),
    N_("end of the sentence"),
)


def node_name(node: Node) -> str:
    """Name a part of the network by its stack, too."""
    return _name(node.stack, node.kind, node.layer + 1, node.head + 1)


def record_name(record: Mapping) -> str:
    """Name a record of the graph as ``node_name`` names its node; a token is named by its text."""
    if record["kind"] == "token":
        return record["token"]
    return _name(record["stack"], record["kind"], record["layer"], record["head"])


def _name(stack: str, kind: str, layer: int, head: int) -> str:
    if layer < 1:
        return _(POSITIONS[stack])
    if kind == FEED_FORWARD:
        return _(FEED_FORWARDS[stack]).format(layer=layer)
    return _(HEADS[kind]).format(layer=layer, head=head)


def short_name(record: Mapping) -> str:
    """Name a record of the graph where a drawing says which stack it is in."""
    kind, layer = record["kind"], record["layer"]
    if kind == "token":
        return record["token"]
    names = HEADS_OF_STACK if kind in HEADS_OF_STACK else GROUPS
    return _(names[kind]).format(layer=layer, head=record["head"])


def group_name(group: Group) -> str:
    """Name parts of a score that are put together."""
    return _(GROUPS[group.kind]).format(layer=group.layer)


def head_name(row: Mapping) -> str:
    """Name a head of the table."""
    return _(HEADS[row["kind"]]).format(layer=row["layer"] + 1, head=row["head"] + 1)


def unit_name(row: Mapping) -> str:
    """Name a hidden unit of the table."""
    return _(UNITS[row["stack"]]).format(layer=row["layer"] + 1, unit=row["unit"] + 1)
