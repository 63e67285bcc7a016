"""One attention score, its parts summed by type and layer of the nodes that wrote them."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.graph import NodeGroup
from model.flow.nodes import Node


def sum_score_by_group(
    pairs: Float[Tensor, "part part_of_key"], query_nodes: Sequence[Node], key_nodes: Sequence[Node]
) -> tuple[list[list[float]], list[NodeGroup], list[NodeGroup]]:
    """Sum an attention score's (query part, key part) terms by type and layer of their nodes.
    Return the table of sums, the groups of its rows, and the groups of its columns.
    """
    (rows, asking), (columns, answering) = (
        _group_membership(nodes, size)
        for nodes, size in zip((query_nodes, key_nodes), pairs.shape, strict=True)
    )
    table = rows.to(pairs).T @ pairs @ columns.to(pairs)
    return table.tolist(), asking, answering


def _group_membership(nodes: Sequence[Node], size: int) -> tuple[Tensor, list[NodeGroup]]:
    """Return the 0-1 matrix that assigns parts to groups, and the groups; biases last."""
    groups = [NodeGroup(node.kind, node.layer + 1) for node in nodes[: size - 1]] + [
        NodeGroup("biases")
    ]
    order = list(dict.fromkeys(groups))
    return torch.tensor([[group == one for one in order] for group in groups]).float(), order
