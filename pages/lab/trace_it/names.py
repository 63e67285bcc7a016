"""Names of the network's nodes; layers and heads count from 1."""

from collections.abc import Mapping

from model.flow.graph import NodeGroup
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
HEADS_OF_STACK = {  # used where the stack is clear
    "encoder": N_("self-attention {layer}.{head}"),
    "decoder": N_("self-attention {layer}.{head}"),
    "cross": N_("cross-attention {layer}.{head}"),
}
UNITS = {
    "encoder": N_("encoder feed-forward {layer}, unit {unit}"),
    "decoder": N_("decoder feed-forward {layer}, unit {unit}"),
}
GROUPS = {  # components of a score
    "token": N_("token"),
    "position": N_("position"),
    "biases": N_("biases"),
    "encoder": N_("self-attention {layer}"),
    "decoder": N_("self-attention {layer}"),
    "cross": N_("cross-attention {layer}"),
    FEED_FORWARD: N_("feed-forward {layer}"),
}
SUMS = {"positions": N_("positions"), "biases": N_("biases")}
DECISIONS = (  # marked for translation; defined in model/flow/kinds.py
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
    """Return a node's name with its stack, such as "encoder self-attention 1.3"."""
    return _part_name(node.stack, node.kind, node.layer + 1, node.head + 1)


def record_name(node_record: Mapping) -> str:
    """Return a node's name with its stack, such as "encoder self-attention 1.3", or the token
    itself if the node is a token's embedding.

    Args:
        node_record: the node's record, one of those that ``graph_records`` returns.
    """
    if node_record["kind"] == "token":
        return node_record["token"]
    return _part_name(
        node_record["stack"], node_record["kind"], node_record["layer"], node_record["head"]
    )


def _part_name(stack: str, part: str, layer: int, head: int) -> str:
    """Return the name of a head or feed-forward network; below layer 1, of the position."""
    if layer < 1:
        return _(POSITIONS[stack])
    if part == FEED_FORWARD:
        return _(FEED_FORWARDS[stack]).format(layer=layer)
    return _(HEADS[part]).format(layer=layer, head=head)


def short_name(node_record: Mapping) -> str:
    """Return a node's name without its stack, such as "self-attention 1.3", or the token itself if
    the node is a token's embedding.

    Args:
        node_record: the node's record, one of those that ``graph_records`` returns.
    """
    kind, layer = node_record["kind"], node_record["layer"]
    if kind == "token":
        return node_record["token"]
    names = HEADS_OF_STACK if kind in HEADS_OF_STACK else GROUPS
    return _(names[kind]).format(layer=layer, head=node_record["head"])


def group_name(group: NodeGroup) -> str:
    """Return the name of a group of nodes: "self-attention 2" stands for all heads of a layer."""
    return _(GROUPS[group.kind]).format(layer=group.layer)


def head_name(head_record: Mapping) -> str:
    """Return a head's name, such as "cross-attention 1.3"; layer and head count from 1.

    Args:
        head_record: the head in the flow statistics: "kind" ("encoder", "decoder" or "cross"), and
            "layer" and "head", from 0.
    """
    return _(HEADS[head_record["kind"]]).format(
        layer=head_record["layer"] + 1, head=head_record["head"] + 1
    )


def unit_name(unit_record: Mapping) -> str:
    """Return a hidden unit's name, such as "encoder feed-forward 2, unit 17"; both count from 1.

    Args:
        unit_record: the unit in the flow statistics: "stack" ("encoder" or "decoder"), and "layer"
            and "unit", from 0.
    """
    return _(UNITS[unit_record["stack"]]).format(
        layer=unit_record["layer"] + 1, unit=unit_record["unit"] + 1
    )
