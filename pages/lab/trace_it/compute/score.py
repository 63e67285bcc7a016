"""One score of a head, its parts put together by what they are."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.nodes import FEED_FORWARD, Node
from pages.lab.trace_it.compute.graph import KINDS


def grouped_scores(
    pairs: Float[Tensor, "part part_of_key"], asks: Sequence[Node], answers: Sequence[Node]
) -> tuple[list[list[float]], list[str], list[str]]:
    """Put the parts of a score together: heads of one attention, and so on; biases are last."""
    (rows, row_names), (columns, column_names) = (
        _groups(some, size) for some, size in zip((asks, answers), pairs.shape, strict=True)
    )
    table = rows.to(pairs).T @ pairs @ columns.to(pairs)
    return table.tolist(), row_names, column_names


def _groups(known: Sequence[Node], size: int) -> tuple[Tensor, list[str]]:
    """Return which group each part belongs to, as a matrix of zeros and ones, and their names."""
    names = [_group(node) for node in known[: size - 1]] + ["biases"]
    order = list(dict.fromkeys(names))
    return torch.tensor([[name == one for one in order] for name in names]).float(), order


def _group(node: Node) -> str:
    if node.layer < 0:
        return node.kind
    kind = node.kind if node.kind == FEED_FORWARD else KINDS[node.kind]
    return f"{kind} {node.layer + 1}"
