"""One attention score, its terms summed by type and layer of the nodes."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.graph import NodeGroup
from model.flow.nodes import Node


def sum_score_by_group(
    score_terms: Float[Tensor, "query_node key_node"],
    query_nodes: Sequence[Node],
    key_nodes: Sequence[Node],
) -> tuple[list[list[float]], list[NodeGroup], list[NodeGroup]]:
    """Sum the terms of one attention score by groups of nodes of the same kind and layer.

    Args:
        score_terms: the result of ``split_score_into_pairs``.
        query_nodes: all nodes of the query's stack, from ``list_nodes``; row i of ``score_terms``
            belongs to ``query_nodes[i]``, the last row to the biases.
        key_nodes: likewise all nodes of the key's stack, for the columns.

    Returns:
        The sums, as a list of rows; the group of each row; and the group of each column.
    """
    (rows, asking), (columns, answering) = (
        _group_membership(nodes, size)
        for nodes, size in zip((query_nodes, key_nodes), score_terms.shape, strict=True)
    )
    table = rows.to(score_terms).T @ score_terms @ columns.to(score_terms)
    return table.tolist(), asking, answering


def _group_membership(nodes: Sequence[Node], size: int) -> tuple[Tensor, list[NodeGroup]]:
    """Return the 0-1 matrix that assigns nodes to groups, and the groups; biases last."""
    groups = [NodeGroup(node.kind, node.layer + 1) for node in nodes[: size - 1]] + [
        NodeGroup("biases")
    ]
    order = list(dict.fromkeys(groups))
    return torch.tensor([[group == one for one in order] for group in groups]).float(), order
