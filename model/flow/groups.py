"""One attention score, its parts summed by type and layer of the nodes that wrote them."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.graph import NodeGroup
from model.flow.nodes import Node


def sum_score_by_group(
    score_terms: Float[Tensor, "part part_of_key"],
    query_nodes: Sequence[Node],
    key_nodes: Sequence[Node],
) -> tuple[list[list[float]], list[NodeGroup], list[NodeGroup]]:
    """Sum the terms of one attention score by groups of nodes: those of one kind in one layer.

    Args:
        score_terms: terms of the score from ``split_score_into_pairs``; the last row and the last
            column are those of the biases.
        query_nodes: nodes of the stack of the query, as ``list_nodes`` gives them; the first of
            them belong to the rows.
        key_nodes: likewise for the key and the columns.

    Returns:
        The table of sums as rows of numbers, the groups of its rows, and the groups of its columns.
    """
    (rows, asking), (columns, answering) = (
        _group_membership(nodes, size)
        for nodes, size in zip((query_nodes, key_nodes), score_terms.shape, strict=True)
    )
    table = rows.to(score_terms).T @ score_terms @ columns.to(score_terms)
    return table.tolist(), asking, answering


def _group_membership(nodes: Sequence[Node], size: int) -> tuple[Tensor, list[NodeGroup]]:
    """Return the 0-1 matrix that assigns parts to groups, and the groups; biases last."""
    groups = [NodeGroup(node.kind, node.layer + 1) for node in nodes[: size - 1]] + [
        NodeGroup("biases")
    ]
    order = list(dict.fromkeys(groups))
    return torch.tensor([[group == one for one in order] for group in groups]).float(), order
