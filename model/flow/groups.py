"""One attention score, its parts summed by type and layer of the nodes that wrote them."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.graph import Group
from model.flow.nodes import Node


def group_scores(
    pairs: Float[Tensor, "part part_of_key"], asks: Sequence[Node], answers: Sequence[Node]
) -> tuple[list[list[float]], list[Group], list[Group]]:
    """Sum an attention score's pairs of parts by type and layer of query and key nodes."""
    (rows, asking), (columns, answering) = (
        _groups(some, size) for some, size in zip((asks, answers), pairs.shape, strict=True)
    )
    table = rows.to(pairs).T @ pairs @ columns.to(pairs)
    return table.tolist(), asking, answering


def _groups(known: Sequence[Node], size: int) -> tuple[Tensor, list[Group]]:
    """Return a part × group membership matrix of zeros and ones, and the groups; biases last."""
    own = [Group(node.kind, node.layer + 1) for node in known[: size - 1]] + [Group("biases")]
    order = list(dict.fromkeys(own))
    return torch.tensor([[group == one for one in order] for group in own]).float(), order
