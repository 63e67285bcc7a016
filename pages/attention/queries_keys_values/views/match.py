"""A word's query next to the keys it is compared with, the best match first, and its value."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class MatchData:
    """The query of one token; keys, values, visible keys and the largest weight of one head."""

    query: Label
    keys: Sequence[Label]
    q: Float[Tensor, " component"]
    k: Float[Tensor, "key component"]
    v: Float[Tensor, "key component"]
    visible: Sequence[bool]
    weight: float


_match = register_view(
    __file__, MatchData, tables=[tensor_table("answers", "key:keys component", k="k", v="v")]
)


def show_match(
    vectors: tuple[Tensor, Tensor, Tensor],
    axes: tuple[Sequence, Sequence],
    query: int,
    visible: Sequence[bool],
    weight: float,
) -> None:
    """Draw a query as a strip, the keys below it by their agreement, and the best one's value.

    Args:
        vectors: Q, K and V of one head, each position x d_k.
        axes: the tokens of the queries, and those of the keys and values.
        query: position of the query's token, from 0.
        visible: whether the query may attend to each key.
        weight: the attention weight of the key that agrees best.
    """
    q, k, v = vectors
    asking, answering = map(label_tokens, axes)
    data = MatchData(asking[query], answering, q[query], k, v, visible, weight)
    _match(key="match", data=data)
